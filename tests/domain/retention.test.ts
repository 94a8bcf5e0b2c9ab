import { describe, expect, it, test } from 'vitest';
import { DATA_KINDS } from '#contract/retention.ts';
import { addDays, compare } from '#domain/dates.ts';
import { keepingOf, keptFrom, keptUntil, parsePeriods, PERIOD_BOUNDS, USUAL_PERIODS } from '#domain/retention.ts';
import { fc } from '../support/property.ts';

const USUAL = { periods: USUAL_PERIODS, yearsFrom: [4] };
/** Months that the financial year has started in. */
const starts = fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 3 });
const closed = (day: string) => ({ day, held: false, open: null });

describe('RET-1 how long what is kept', () => {
  test.each([
    ['RECORDS', '2018-03-31', '2026-04-01'],
    ['RECORDS', '2018-04-01', '2027-04-01'],
    ['RECORDS', '2020-02-29', '2028-04-01'],
    ['PLACES', '2026-04-16', '2026-07-16'],
    ['DEVICES', '2026-04-16', '2026-07-16'],
    ['NOTIFICATIONS', '2025-07-15', '2026-07-16'],
    ['LOG', '2024-07-15', '2026-07-16'],
    ['CONTACTS', '2023-07-16', '2026-07-16'],
  ] as const)('%s of %s may go on %s', (kind, day, until) => {
    expect(keptUntil(kind, day, USUAL)).toBe(until);
    expect(keepingOf(kind, closed(day), USUAL, until)).toEqual({ goes: true });
    expect(keepingOf(kind, closed(day), USUAL, addDays(until, -1))).toEqual({
      goes: false,
      why: 'PERIOD',
      until,
    });
  });

  it('claims and bills are kept eight financial years at least, whatever the day', () => {
    fc.assert(
      fc.property(fc.nat(20_000), fc.integer({ min: 8, max: 30 }), (n, recordYears) => {
        const day = addDays('1990-01-01', n);
        const until = keptUntil('RECORDS', day, { ...USUAL, periods: { ...USUAL_PERIODS, recordYears } });
        expect(compare(until, `${Number(day.slice(0, 4)) + 8}${day.slice(4)}`)).toBe(1);
        expect(until.slice(4)).toBe('-04-01');
      }),
    );
  });

  it('what is past its period is what is older than the earliest day kept, in both directions', () => {
    fc.assert(
      fc.property(fc.constantFrom(...DATA_KINDS), fc.nat(20_000), fc.nat(20_000), starts, (kind, n, m, yearsFrom) => {
        const [day, today] = [addDays('1990-01-01', n), addDays('1990-01-01', m)];
        const rule = { ...USUAL, yearsFrom };
        expect(keepingOf(kind, closed(day), rule, today).goes).toBe(day < keptFrom(kind, today, rule));
      }),
    );
  });

  it('POL-11 records of a year whose start was moved go when the later of both is over', () => {
    const until = (day: string, yearsFrom: number[]) => keptUntil('RECORDS', day, { ...USUAL, yearsFrom });
    expect([until('2018-02-15', [4]), until('2018-02-15', [1]), until('2018-02-15', [4, 1])]).toEqual([
      '2026-04-01',
      '2027-01-01',
      '2027-01-01',
    ]);
    expect([until('2018-11-15', [1]), until('2018-11-15', [4, 1])]).toEqual(['2027-01-01', '2027-04-01']);
  });

  it('a shorter period than law wants is refused with the sentence why, a longer than all sense too', () => {
    const of = (change: object) => parsePeriods({ ...USUAL_PERIODS, ...change });
    expect(of({})).toEqual({ ok: true, value: USUAL_PERIODS });
    expect(of({ recordYears: 7 })).toMatchObject({
      errors: {
        'periods.recordYears':
          'At least 8. Company law keeps the books, and what they rest on, for eight financial years',
      },
    });
    expect(of({ placeDays: 0 })).toMatchObject({ errors: { 'periods.placeDays': 'At least 1' } });
    expect(of({ logDays: 364 })).toMatchObject({ message: expect.stringContaining('At least 365. The rules') });
    expect(of({ recordYears: 31 })).toMatchObject({ message: 'At most 30' });
    expect(of({ placeDays: '90' })).toMatchObject({ message: 'Please enter how long each kind of data is kept' });
    expect(parsePeriods(null).ok).toBe(false);
    for (const { usual, least, most } of Object.values(PERIOD_BOUNDS))
      expect(least <= usual && usual <= most).toBe(true);
  });
});

describe('RET-2 RET-3 what stays past its period', () => {
  it('RET-2 a hold beats everything', () => {
    for (const kind of DATA_KINDS)
      for (const open of [null, 'UNPAID'] as const)
        expect(keepingOf(kind, { day: '1990-01-01', held: true, open }, USUAL, '2026-07-15')).toEqual({
          goes: false,
          why: 'HOLD',
          until: null,
        });
  });

  test.each(['UNDECIDED', 'UNPAID', 'IN_BATCH', 'CLAIMS'] as const)('RET-3 %s', (open) => {
    const found = keepingOf('RECORDS', { day: '1990-01-01', held: false, open }, USUAL, '2026-07-15');
    expect(found).toEqual({ goes: false, why: open, until: null });
  });
});
