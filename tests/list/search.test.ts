import { fc } from '#tests/support/property.ts';
import { describe, expect, it } from 'vitest';
import { parseSearch, stringifySearch } from '#list/address.ts';
import { listSearch } from '#list/search.ts';

const uses = [{ key: 'MANAGER_APPROVAL_STATUS' }, { key: 'DATE_RANGE' }] as const;
const fixed = [{ key: 'MANAGER_APPROVAL_STATUS', start: '1', fixed: true }] as const;

describe('the address of a list (LIST-7)', () => {
  it('reads what a person would write', () => {
    expect(
      listSearch(uses)(parseSearch('?page=2&MANAGER_APPROVAL_STATUS=0|2&DATE_RANGE=LAST_7_DAYS&open=EXP1')),
    ).toEqual({ page: 2, MANAGER_APPROVAL_STATUS: '0|2', DATE_RANGE: 'LAST_7_DAYS', open: 'EXP1' });
    expect(listSearch(fixed)({})).toEqual({ page: 0, MANAGER_APPROVAL_STATUS: '1' });
  });

  it('LIST-6: starts at page 0, and falls back to it from junk', () => {
    for (const page of ['-1', '1.5', 'x', '99999999', null, [], 1e9])
      expect(listSearch(uses)({ page })).toEqual({ page: 0 });
  });

  it('drops keys of other screens and junk, and never throws', () => {
    expect(
      listSearch(uses)({
        foo: '1',
        EMPLOYEE_NAME: 'x',
        sort: 'EMPLOYEE_CODE',
        MANAGER_APPROVAL_STATUS: '7',
        DATE_RANGE: {},
        new: 'yes',
      }),
    ).toEqual({ page: 0 });
    // No text can be made of it.
    expect(listSearch(uses)({ new: { toString: [] }, size: { toString: [] } })).toEqual({ page: 0 });
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.constantFrom('page', 'size', 'sort', 'new', 'open', 'edit', 'MANAGER_APPROVAL_STATUS', 'DATE_RANGE'),
          fc.anything(),
        ),
        (raw) => {
          expect(listSearch(uses)(raw).page).toBeTypeOf('number');
        },
      ),
    );
  });

  it('says the first page only beside something else: a list opens at its own path', () => {
    expect(stringifySearch({ page: 0 })).toBe('');
    expect(stringifySearch({ page: 0, open: undefined })).toBe('');
    expect(stringifySearch({ page: 1 })).toBe('?page=1');
    expect(stringifySearch({ page: 0, new: 1 })).toBe('?page=0&new=1');
  });

  it('is written readably and comes back as it was', () => {
    expect(stringifySearch({ page: 0, MANAGER_APPROVAL_STATUS: '0|2', EMPLOYEE_EMAIL: 'a@b.c', open: undefined })).toBe(
      '?page=0&MANAGER_APPROVAL_STATUS=0|2&EMPLOYEE_EMAIL=a@b.c',
    );
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.string()), (search) => {
        expect(parseSearch(stringifySearch(search))).toEqual({ ...search });
      }),
    );
  });
});
