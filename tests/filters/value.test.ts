import { fc } from '#tests/support/property.ts';
import { describe, expect, it } from 'vitest';
import { FILTER_KEYS, decodeListQuery, encodeListQuery, rawParameters, type FilterKey } from '#contract/query.ts';
import { CATALOGUE } from '#filters/catalogue.ts';
import { chipsOf, clearedTexts, joinValues, readText, splitValues, toWire } from '#filters/value.ts';

const calendar = { today: '2026-11-21', timeZone: 'Asia/Kolkata' };

describe('what an address says of a filter', () => {
  it('LIST-7: keeps known codes and presets, and drops unknown junk', () => {
    expect(readText('MANAGER_APPROVAL_STATUS', '0|2')).toBe('0|2');
    expect(readText('MANAGER_APPROVAL_STATUS', 1)).toBe('1');
    expect(readText('MANAGER_APPROVAL_STATUS', '0|9|x|0')).toBe('0');
    expect(readText('MANAGER_APPROVAL_STATUS', 'x')).toBeUndefined();
    expect(readText('DATE_RANGE', 'LAST_7_DAYS')).toBe('LAST_7_DAYS');
    expect(readText('DATE_RANGE', 'LAST_FINANCIAL_DAYS')).toBeUndefined();
    expect(readText('DATE_RANGE', '2026-02-31|')).toBeUndefined();
    expect(readText('DATE_RANGE', '2026-11-01|2026-11-10')).toBe('2026-11-01|2026-11-10');
    expect(readText('EMPLOYEE_NAME', '  ')).toBeUndefined();
  });

  it('LIST-7: keeps of texts what the server takes: no control characters, no half characters, no pages', () => {
    expect(readText('EMPLOYEE_NAME', 'Asha|\u0000|\ud800|Im\u0007ran|Meera')).toBe('Asha|Meera');
    expect(readText('EMPLOYEE_NAME', 'x'.repeat(201))).toBeUndefined();
    const many =
      readText('EMPLOYEE_NAME', Array.from({ length: 60 }, (_, n) => `${n} ${'é'.repeat(40)}`).join('|')) ?? '';
    const sent = decodeListQuery(
      rawParameters(encodeListQuery({ filters: toWire({ EMPLOYEE_NAME: many }, calendar) })),
    );
    expect(sent.ok && sent.query.filters.EMPLOYEE_NAME).toEqual(splitValues(many));
    expect(splitValues(many).length).toBeGreaterThan(5);
  });

  it('never throws, whatever stands there, and what it keeps it keeps again', () => {
    fc.assert(
      fc.property(fc.constantFrom(...FILTER_KEYS), fc.anything(), (key, raw) => {
        const text = readText(key, raw);
        expect(text === undefined || readText(key, text) === text).toBe(true);
      }),
    );
  });

  it('whatever it keeps goes on the wire as the server reads it (LIST-1)', () => {
    const texts = fc.oneof(
      fc.string(),
      fc.constantFrom('0|1', 'TODAY', 'THIS_MONTH', '2026-01-05|', '|1790000000000', 'O’Neil|A|B%7C'),
    );
    fc.assert(
      fc.property(
        fc.constantFrom(...FILTER_KEYS.filter((key) => CATALOGUE[key].control.kind !== 'texts')),
        texts,
        (key: FilterKey, raw) => {
          const text = readText(key, raw);
          if (text === undefined) return;
          const filters = toWire({ [key]: text }, calendar);
          const read = decodeListQuery(rawParameters(encodeListQuery({ filters })));
          expect(read.ok && read.query.filters).toEqual(filters);
        },
      ),
    );
  });

  it('a value with a bar in it stays one value', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.string().filter((text) => text.trim() !== ''),
          { minLength: 1 },
        ),
        (values) => {
          expect(splitValues(joinValues(values))).toEqual(values);
        },
      ),
    );
  });
});

describe('filters on the wire and as chips', () => {
  it('DATE-12: a range goes from the first moment of its first day to the last of its last', () => {
    expect(toWire({ DATE_RANGE: 'TODAY' }, calendar)).toEqual({
      DATE_RANGE: [String(Date.UTC(2026, 10, 20, 18, 30)), String(Date.UTC(2026, 10, 21, 18, 30) - 1)],
    });
    expect(toWire({ DATE_RANGE: '2026-11-21|' }, calendar)).toEqual({
      DATE_RANGE: [String(Date.UTC(2026, 10, 20, 18, 30)), ''],
    });
    expect(toWire({ DATE_RANGE: '2026-11-10|2026-11-01' }, calendar)).toEqual(
      toWire({ DATE_RANGE: '2026-11-01|2026-11-10' }, calendar),
    );
  });

  it('LIST-9: one chip each, in words, fixed ones marked', () => {
    const uses = [
      { key: 'DATE_RANGE', label: 'Expense date' },
      { key: 'MANAGER_APPROVAL_STATUS', start: '1', fixed: true },
      { key: 'EMPLOYEE_NAME' },
    ] as const;
    expect(chipsOf(uses, { MANAGER_APPROVAL_STATUS: '1|0', DATE_RANGE: '2026-11-01|2026-11-10' })).toEqual([
      { key: 'DATE_RANGE', text: 'Expense date: 01-11-2026 to 10-11-2026', fixed: false },
      { key: 'MANAGER_APPROVAL_STATUS', text: 'Manager approval status: Pending, Approved', fixed: true },
    ]);
    expect(clearedTexts(uses)).toEqual({ MANAGER_APPROVAL_STATUS: '1' });
  });
});
