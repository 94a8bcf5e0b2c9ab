import { fc } from '#tests/support/property.ts';
import { describe, expect, test } from 'vitest';
import { DATE_PRESETS } from '#contract/enums.ts';
import {
  DATE_RANGE_TYPES,
  PRESET_LABELS,
  rangeLabel,
  rangeOf,
  rangeToWire,
  type DateRangeType,
} from '#domain/dateRanges.ts';
import { addDays, daysBetween } from '#domain/dates.ts';

// A Wednesday after the cut-off of its month.
const TODAY = '2026-07-22';
const EXPECTED: Record<DateRangeType, [string | null, string | null]> = {
  TODAY: ['2026-07-22', '2026-07-22'],
  YESTERDAY: ['2026-07-21', '2026-07-21'],
  YESTERDAY_LAST: ['2026-07-20', '2026-07-20'],
  THIS_WEEK: ['2026-07-20', '2026-07-26'],
  THIS_WEEK_LAST: ['2026-07-13', '2026-07-19'],
  WEEKLY: ['2026-07-20', '2026-07-26'],
  WEEKLY_LAST: ['2026-07-13', '2026-07-19'],
  THIS_MONTH: ['2026-07-01', '2026-07-31'],
  THIS_MONTH_DEMO: ['2026-07-01', '2026-07-10'],
  THIS_MONTH_DEMO_LAST: ['2026-06-01', '2026-06-10'],
  MONTHLY: ['2026-07-01', '2026-07-31'],
  MONTHLY_LAST: ['2026-06-01', '2026-06-30'],
  YEARLY: ['2026-01-01', '2026-12-31'],
  YEARLY_LAST: ['2025-01-01', '2025-12-31'],
  FINANCIAL_YEAR: ['2026-04-01', '2026-07-22'],
  FINANCIAL_YEAR_LAST: ['2025-04-01', '2025-07-22'],
  LAST_7_DAYS: ['2026-07-16', '2026-07-22'],
  LAST_15_DAYS: ['2026-07-08', '2026-07-22'],
  LAST_60_DAYS: ['2026-05-24', '2026-07-22'],
  LAST_90_DAYS: ['2026-04-24', '2026-07-22'],
  LAST_FINANCIAL_DAYS: [null, '2026-07-22'],
  START: [null, '2026-07-22'],
  END: ['2026-07-22', null],
};

describe('named ranges', () => {
  test.each(DATE_RANGE_TYPES)('DATE-9 %s', (type) => {
    const [start, end] = EXPECTED[type];
    expect(rangeOf(type, TODAY)).toEqual({ start, end });
  });

  test('POL-11 DATE-9 of a year that starts in January', () => {
    expect(rangeOf('FINANCIAL_YEAR', '2026-03-31', 1)).toEqual({ start: '2026-01-01', end: '2026-03-31' });
    expect(rangeOf('FINANCIAL_YEAR_LAST', '2026-03-31', 1)).toEqual({ start: '2025-01-01', end: '2025-03-31' });
  });

  test.each([
    ['FINANCIAL_YEAR', '2026-03-31', '2025-04-01', '2026-03-31'],
    ['FINANCIAL_YEAR', '2026-04-01', '2026-04-01', '2026-04-01'],
    ['FINANCIAL_YEAR_LAST', '2028-02-29', '2026-04-01', '2027-02-28'],
    ['MONTHLY_LAST', '2026-03-31', '2026-02-01', '2026-02-28'],
    ['THIS_MONTH_DEMO_LAST', '2026-01-31', '2025-12-01', '2025-12-10'],
    ['THIS_WEEK', '2026-07-26', '2026-07-20', '2026-07-26'],
    ['YEARLY_LAST', '2028-02-29', '2027-01-01', '2027-12-31'],
  ] as const)('DATE-9 %s on %s is %s to %s', (type, today, start, end) => {
    expect(rangeOf(type, today)).toEqual({ start, end });
  });

  test.each([
    ['2026-07-20', '2026-07-10'],
    ['2026-07-21', '2026-07-21'],
    ['2026-07-01', '2026-07-10'],
    ['2026-07-31', '2026-07-31'],
    ['2026-07-10', '2026-07-10'],
  ])('DATE-10 on %s the last financial day that finance sees is %s', (today, end) => {
    expect(rangeOf('LAST_FINANCIAL_DAYS', today)).toEqual({ start: null, end });
  });

  test('DATE-9 the last N days count today', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 60_000 }), fc.constantFrom(7, 15, 60, 90), (n, count) => {
        const { start, end } = rangeOf(`LAST_${count as 7 | 15 | 60 | 90}_DAYS`, addDays('1990-01-01', n));
        return daysBetween(start ?? '', end ?? '') === count - 1;
      }),
    );
  });

  test('DATE-9 a range never ends before it starts, and the one before it never reaches into it', () => {
    const pairs = [
      ['THIS_WEEK', 'THIS_WEEK_LAST'],
      ['WEEKLY', 'WEEKLY_LAST'],
      ['MONTHLY', 'MONTHLY_LAST'],
      ['YEARLY', 'YEARLY_LAST'],
      ['YESTERDAY', 'YESTERDAY_LAST'],
      ['FINANCIAL_YEAR', 'FINANCIAL_YEAR_LAST'],
      ['THIS_MONTH_DEMO', 'THIS_MONTH_DEMO_LAST'],
    ] as const;
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 60_000 }), (n) => {
        const today = addDays('1990-01-01', n);
        for (const type of DATE_RANGE_TYPES) {
          const { start, end } = rangeOf(type, today);
          if (start !== null && end !== null) expect(start <= end).toBe(true);
        }
        for (const [now, before] of pairs)
          expect((rangeOf(before, today).end ?? '') < (rangeOf(now, today).start ?? '')).toBe(true);
      }),
    );
  });

  test('DATE-11 the presets have their names, in their order', () => {
    expect(DATE_PRESETS.map(rangeLabel)).toEqual([
      'This month',
      'This week',
      'Last 7 days',
      'Last 15 days',
      'Last 90 days',
      'Today',
      'Yesterday',
      'Last financial days',
      'This financial year',
    ]);
    expect(DATE_RANGE_TYPES).toEqual(expect.arrayContaining(Object.keys(PRESET_LABELS)));
  });

  test('DATE-12 on the wire a range reaches from 00:00 of its first day to 23:59:59.999 of its last', () => {
    expect(rangeToWire(rangeOf('TODAY', TODAY), 'Asia/Kolkata')).toEqual([
      String(Date.UTC(2026, 6, 21, 18, 30)),
      String(Date.UTC(2026, 6, 22, 18, 29, 59, 999)),
    ]);
    expect(rangeToWire({ start: null, end: null }, 'UTC')).toEqual(['', '']);
  });
});
