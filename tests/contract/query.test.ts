import { AUDIT_TOPICS, ROLES } from '#contract/enums.ts';
import { fc } from '#tests/support/property.ts';
import { describe, expect, test } from 'vitest';
import {
  decodeListQuery,
  encodeListQuery,
  FILTER_KEYS,
  FILTER_KINDS,
  rawParameters,
  type FilterKey,
  type Filters,
  type ListQuery,
} from '#contract/query.ts';

const decode = (search: string, extra: string[] = []) => decodeListQuery(rawParameters(search), extra);
const filtersOf = (search: string): Filters | null => {
  const decoded = decode(search);
  return decoded.ok ? decoded.query.filters : null;
};
const badKey = (search: string, extra: string[] = []): string | null => {
  const decoded = decode(search, extra);
  return decoded.ok ? null : decoded.bad.key;
};

// Everything people type, and everything that separates, escapes or pretends to.
const value = fc.oneof(
  fc.string({ minLength: 1, maxLength: 30 }),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }),
  fc
    .array(fc.constantFrom('|', '%', ':', '&', '=', '+', '7', 'C', '%7C', '%257C', ' ', 'a', '#', '/'), {
      minLength: 1,
      maxLength: 8,
    })
    .map((each) => each.join('')),
);
const millis = fc.integer({ min: -9_999_999_999_999, max: 9_999_999_999_999 }).map(String);
const codes = (count: number) =>
  fc.uniqueArray(fc.integer({ min: 0, max: count - 1 }).map(String), { minLength: 1, maxLength: count });
const valuesOf = (key: FilterKey): fc.Arbitrary<string[]> => {
  switch (FILTER_KINDS[key]) {
    case 'person':
    case 'words':
      return value.map((each) => [each]);
    case 'text':
    case 'city':
      return fc.array(value, { minLength: 1, maxLength: 4 });
    case 'range':
      return fc.oneof(
        fc.tuple(millis, millis),
        millis.map((each) => ['', each] as [string, string]),
        millis.map((each) => [each, ''] as [string, string]),
      );
    case 'localType':
    case 'personStatus':
      return codes(2);
    case 'role':
      return codes(ROLES.length);
    case 'auditTopic':
      return codes(AUDIT_TOPICS.length);
    case 'conveyanceType':
      return codes(5);
    case 'travelType':
    case 'cancellation':
    case 'status':
    case 'recordKind':
    case 'tallyStatus':
      return codes(4);
  }
};
const filters = fc.record(Object.fromEntries(FILTER_KEYS.map((key) => [key, valuesOf(key)])), {
  requiredKeys: [],
}) as fc.Arbitrary<Filters>;
const query: fc.Arbitrary<ListQuery> = fc.record(
  {
    pageSize: fc.integer({ min: 1, max: 100 }),
    pageNumber: fc.integer({ min: 0, max: 1_000_000 }),
    filters,
    sort: fc.constantFrom('EMPLOYEE_CODE' as const),
  },
  { requiredKeys: ['pageSize', 'pageNumber', 'filters'] },
);

describe('the filter codec', () => {
  test('LIST-1 what was encoded is decoded the same', () => {
    fc.assert(
      fc.property(query, (each) => {
        expect(decode(encodeListQuery(each))).toEqual({ ok: true, query: each });
      }),
      { numRuns: 500 },
    );
  });

  test('LIST-1 equal queries are equal text, in whatever order their filters were set', () => {
    fc.assert(
      fc.property(query, (each) => {
        const turned = Object.fromEntries(Object.entries(each.filters).toReversed());
        expect(encodeListQuery({ ...each, filters: turned })).toBe(encodeListQuery(each));
      }),
    );
  });

  test('LIST-1 the text is plain ASCII that survives a URL', () => {
    fc.assert(
      fc.property(query, (each) => {
        const text = encodeListQuery(each);
        expect(text).toMatch(/^[!-~]*$/);
        expect(decode(new URL(`https://x.test/list?${text}`).search)).toEqual({ ok: true, query: each });
      }),
    );
  });

  test('LIST-1 what is not said is page 0 of 25 without filters', () => {
    expect(decode('')).toEqual({ ok: true, query: { pageSize: 25, pageNumber: 0, filters: {} } });
    expect(encodeListQuery({})).toBe('pageSize=25&pageNumber=0');
    expect(encodeListQuery({ filters: { EMPLOYEE_NAME: [] } })).toBe('pageSize=25&pageNumber=0');
  });

  test.each<[string, Filters]>([
    ['filter=USER_EMAIL:employee@example.com', { USER_EMAIL: ['employee@example.com'] }],
    ['filter=USER_EMAIL:employee%40example.com', { USER_EMAIL: ['employee@example.com'] }],
    ['filter=USER_EMAIL%3Aemployee%40example.com', { USER_EMAIL: ['employee@example.com'] }],
    ['filter=MANAGER_APPROVAL_STATUS:0|2', { MANAGER_APPROVAL_STATUS: ['0', '2'] }],
    ['filter=MANAGER_APPROVAL_STATUS:0%7C2', { MANAGER_APPROVAL_STATUS: ['0', '2'] }],
    ['filter=MANAGER_APPROVAL_STATUS%3A0%7C2', { MANAGER_APPROVAL_STATUS: ['0', '2'] }],
    ['filter=EMPLOYEE_NAME:Asha+Rao|Ravi%20K', { EMPLOYEE_NAME: ['Asha Rao', 'Ravi K'] }],
    ['filter=DATE_RANGE:1000|', { DATE_RANGE: ['1000', ''] }],
    ['filter=DATE_RANGE:|1000', { DATE_RANGE: ['', '1000'] }],
    ['filter=DATE_RANGE:-5%7C1000', { DATE_RANGE: ['-5', '1000'] }],
    ['filter=EMPLOYEE_NAME:a:b', { EMPLOYEE_NAME: ['a:b'] }],
    ['?filter=EMPLOYEE_NAME:%E0%A4%', { EMPLOYEE_NAME: ['%E0%A4%'] }],
  ])('LIST-1 other clients may escape as they like: %s', (search, expected) => {
    expect(filtersOf(search)).toEqual(expected);
  });

  test.each<[string, string]>([
    ['pageSize=0', 'pageSize'],
    ['pageSize=101', 'pageSize'],
    ['pageSize=100000', 'pageSize'],
    ['pageSize=NaN', 'pageSize'],
    ['pageSize=2.5', 'pageSize'],
    ['pageSize=', 'pageSize'],
    ['pageSize=1&pageSize=2', 'pageSize'],
    ['pageNumber=-1', 'pageNumber'],
    ['pageNumber=1e3', 'pageNumber'],
    ['pageNumber=9999999999', 'pageNumber'],
    ['sort=EMPLOYEE_NAME', 'sort'],
    ['sort=;%20drop%20table', 'sort'],
    ['page=1', 'page'],
    ['foo=bar', 'foo'],
    ['__proto__=1', '__proto__'],
    ['filter=UNKNOWN:1', 'UNKNOWN'],
    ['filter=constructor:1', 'constructor'],
    ['filter=__proto__:1', '__proto__'],
    ['filter=', ''],
    ['filter=EMPLOYEE_NAME', 'EMPLOYEE_NAME'],
    ['filter=EMPLOYEE_NAME:', 'EMPLOYEE_NAME'],
    ['filter=EMPLOYEE_NAME:a||b', 'EMPLOYEE_NAME'],
    ['filter=USER_EMAIL:a&filter=USER_EMAIL:b', 'USER_EMAIL'],
    ['filter=USER_EMAIL:a|b', 'USER_EMAIL'],
    ['filter=MANAGER_EMAIL:a%7Cb', 'MANAGER_EMAIL'],
    ['filter=MANAGER_APPROVAL_STATUS:4', 'MANAGER_APPROVAL_STATUS'],
    ['filter=MANAGER_APPROVAL_STATUS:-1', 'MANAGER_APPROVAL_STATUS'],
    ['filter=MANAGER_APPROVAL_STATUS:MANAGER_PENDING', 'MANAGER_APPROVAL_STATUS'],
    ['filter=LOCAL_EXPENSE_TYPE:2', 'LOCAL_EXPENSE_TYPE'],
    ['filter=CONVEYANCE_TYPE:5', 'CONVEYANCE_TYPE'],
    ['filter=DATE_RANGE:a|b|c', 'DATE_RANGE'],
    ['filter=DATE_RANGE:|', 'DATE_RANGE'],
    ['filter=DATE_RANGE:1', 'DATE_RANGE'],
    ['filter=DATE_RANGE:1|2|3', 'DATE_RANGE'],
    ['filter=DATE_RANGE:1.5|2', 'DATE_RANGE'],
    ['filter=DATE_RANGE:THIS_MONTH', 'DATE_RANGE'],
    [`filter=EMPLOYEE_NAME:${'a'.repeat(10_000)}`, 'EMPLOYEE_NAME'],
    [`filter=EMPLOYEE_NAME:${Array(51).fill('a').join('|')}`, 'EMPLOYEE_NAME'],
  ])('LIST-2 Z20 Z36 %.60s is refused, naming %s', (search, key) => {
    expect(badKey(search)).toBe(key);
  });

  test('LIST-2 a parameter the call itself reads is passed over', () => {
    expect(badKey('primaryExpenseType=0')).toBe('primaryExpenseType');
    expect(badKey('primaryExpenseType=0', ['primaryExpenseType'])).toBeNull();
  });

  test('LIST-2 Z36 Z38 no query string at all breaks it', () => {
    const pieces = fc
      .array(
        fc.constantFrom(
          'filter=',
          'pageSize=',
          '&',
          '|',
          '%',
          ':',
          'USER_EMAIL',
          'DATE_RANGE',
          '1',
          '%7C',
          '%3A',
          '=',
          '?',
          '#',
          '((((a+)+)+)+)$',
          '\0',
        ),
        { maxLength: 15 },
      )
      .map((each) => each.join(''));
    fc.assert(
      fc.property(fc.oneof(pieces, fc.string()), (search) => {
        const decoded = decode(search);
        if (decoded.ok) expect(decode(encodeListQuery(decoded.query))).toEqual(decoded);
        else expect(decoded.bad.message).not.toBe('');
      }),
      { numRuns: 1_000 },
    );
  });
});
