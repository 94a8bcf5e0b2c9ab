import { fc } from '#tests/support/property.ts';
import { describe, expect, it } from 'vitest';
import { SAME_BILL } from '#contract/fields.ts';
import { FOOD_LIMIT_RUPEES, MAX_COUNTED_INSIDE } from '#contract/limits.ts';
import { addDays, isWeekend, millisOfDay } from '#domain/dates.ts';
import { holidayOn } from '#domain/holidays.ts';
import { claimWarnings, UNUSUAL, WARNING_KINDS, type WatchedClaim } from '#domain/warnings.ts';

const ZONE = 'Asia/Kolkata';
const at = (day: string): number => millisOfDay(day, ZONE);
/** A Thursday. */
const DAY = '2026-08-13';
const claim = (more: Partial<WatchedClaim> = {}): WatchedClaim => ({
  day: at(DAY),
  claimAmount: 450,
  duplicateOf: [],
  ...more,
});
const told = (more: Partial<WatchedClaim> = {}) =>
  claimWarnings(claim(more), ZONE).map(({ sign, reason }) => [sign, reason]);
const signs = (more: Partial<WatchedClaim> = {}) => claimWarnings(claim(more), ZONE).map(({ sign }) => sign);
const trip = { startDate: at('2026-08-10'), endDate: at('2026-08-12') };

describe('MGR-15 MGR-26 what an approver is warned of', () => {
  it('of nothing where nothing is odd, and of nothing that is not known', () => {
    expect(told()).toEqual([]);
    expect(told({ duplicateOf: undefined, facts: {} })).toEqual([]);
  });

  it('MGR-33 P19 of a claim that was saved days before it arrived, with both times', () => {
    const saved = Date.parse('2026-05-03T18:20:00+05:30');
    expect(told({ savedAt: saved, createdAt: Date.parse('2026-05-05T09:10:00+05:30') })).toEqual([
      ['Saved days before', 'Saved on the phone 03-05-2026 18:20, reached the server 05-05-2026 09:10.'],
    ]);
    expect(told({ savedAt: saved, createdAt: saved + 86_400_000 })).toEqual([]);
    expect(told({ createdAt: saved })).toEqual([]);
  });

  it('MGR-15 of a bill that was used before: by whom and when, as far as the approver may know', () => {
    expect(told({ duplicateOf: [{ id: 'EXP9', employeeName: 'Dev Shah', expenseDate: at('2026-08-01') }] })).toEqual([
      ['Same bill used before', 'Same bill used before: Dev Shah, 01-08-2026, EXP9.'],
    ]);
    expect(told({ duplicateOf: [{ expenseDate: at('2026-08-01') }] })).toEqual([
      ['Same bill used before', 'Same bill used before: another claim that you cannot see.'],
    ]);
    expect(told({ duplicateOf: [{}, {}] })).toEqual([
      ['Same bill used before', 'Same bill used before: 2 other claims that you cannot see.'],
    ]);
    const many = ['EXP1', 'EXP2', 'EXP3', 'EXP4'].map((id) => ({ id }));
    expect(told({ duplicateOf: [...many, {}] })).toEqual([
      ['Same bill used before', 'Same bill used before: EXP1; EXP2; EXP3; 2 more.'],
    ]);
  });

  it.each([
    ['invoice', 'Same e-invoice used before', 'Same e-invoice used before'],
    ['number', 'Same bill number used before', 'Same bill number of the same seller used before'],
    ['payment', 'Same UPI payment used before', 'Same UPI payment used before'],
  ] as const)('DOC-21 of a bill that is the same by its %s', (same, sign, what) => {
    const known = { id: 'EXP9', employeeName: 'Dev Shah', expenseDate: at('2026-08-01') };
    expect(told({ duplicateOf: [{ ...known, same }] })).toEqual([[sign, `${what}: Dev Shah, 01-08-2026, EXP9.`]]);
    expect(told({ duplicateOf: [{ expenseDate: at('2026-08-01'), same }] })).toEqual([
      [sign, `${what}: another claim that you cannot see.`],
    ]);
    expect(told({ duplicateOf: [{ ...known, same }, known] })).toEqual([
      ['Same bill used before', 'Same bill used before: Dev Shah, 01-08-2026, EXP9.'],
      [sign, `${what}: Dev Shah, 01-08-2026, EXP9.`],
    ]);
  });

  it('DOC-23 of a bill that looks like another one, as a hint', () => {
    const known = { id: 'EXP9', employeeName: 'Dev Shah', expenseDate: at('2026-08-01'), same: 'paper' } as const;
    const hint = 'Looks like a bill used before';
    expect(told({ duplicateOf: [known] })).toEqual([[hint, 'Looks like the bill of Dev Shah, 01-08-2026, EXP9.']]);
    expect(told({ duplicateOf: [{ same: 'paper' }] })).toEqual([
      [hint, 'Looks like the bill of another claim that you cannot see.'],
    ]);
    const [first, last] = claimWarnings({ day: at(DAY), claimAmount: 1, duplicateOf: [known, {}] }, ZONE);
    expect([first?.kind, first?.grave, last?.kind, last?.grave]).toEqual(['sameBill', true, 'samePaper', false]);
  });

  it('DOC-21 counts each by itself where more are the same than are listed', () => {
    const duplicateOf = ['EXP1', 'EXP2', 'EXP3', 'EXP4'].map((id) => ({ id }));
    expect(told({ duplicateOf, duplicates: 9, duplicatesBy: { number: 4, payment: 1 } })).toEqual([
      ['Same bill used before', 'Same bill used before: EXP1; EXP2; EXP3; 1 more.'],
      ['Same bill number used before', 'Same bill number of the same seller used before: 4 other claims.'],
      ['Same UPI payment used before', 'Same UPI payment used before: another claim.'],
    ]);
  });

  it.each([
    [{ amount: 412.5, of: 1 }, true, 'Same route claimed that day too', '₹412.50 on 1 other claim'],
    [{ amount: 900, of: 2 }, false, 'Conveyance claimed that day too', '₹900.00 on 2 other claims'],
    [
      { amount: 900, of: MAX_COUNTED_INSIDE + 1 },
      false,
      'Conveyance claimed that day too',
      `at least ₹900.00 on ${MAX_COUNTED_INSIDE + 1} other claims`,
    ],
  ])('DOC-25 of conveyance beside %o, as a hint', (otherConveyance, sameRoute, sign, claims) => {
    expect(told({ facts: { otherConveyance, sameRoute } })).toEqual([[sign, `${sign}: ${claims}.`]]);
    expect(claimWarnings({ day: at(DAY), claimAmount: 1, facts: { otherConveyance, sameRoute } }, ZONE)).toMatchObject([
      { kind: 'route', grave: false },
    ]);
  });

  it.each([
    [674.99, 0, []],
    [675, 0, [['Near the food limit', 'Food claims on this day add up to ₹675.00 of ₹750.00.']]],
    [300, 374.99, []],
    [300, 375, [['Near the food limit', 'Food claims on this day add up to ₹675.00 of ₹750.00.']]],
    [750, 0, [['Near the food limit', 'Food claims on this day add up to ₹750.00, which is the limit.']]],
    [750, 0.01, [['Over the food limit', 'Food claims on this day add up to ₹750.01, over the limit of ₹750.00.']]],
    [0.1, 749.9, [['Near the food limit', 'Food claims on this day add up to ₹750.00, which is the limit.']]],
  ])('MGR-26 FOOD-2 of food of %d beside %d', (claimAmount, otherFood, expected) => {
    expect(told({ isFood: true, claimAmount, facts: { otherFood } })).toEqual(expected);
    expect(told({ isFood: false, claimAmount, facts: { otherFood } })).toEqual([]);
  });

  it.each([
    ['2026-08-10', []],
    ['2026-08-12', []],
    ['2026-08-13', [['Outside the trip', '13-08-2026 is 1 day after the trip (10-08-2026 to 12-08-2026).']]],
    ['2026-08-07', [['Outside the trip', '07-08-2026 is 3 days before the trip (10-08-2026 to 12-08-2026).']]],
    ['2026-08-19', [['Outside the trip', '19-08-2026 is 7 days after the trip (10-08-2026 to 12-08-2026).']]],
    ['2026-08-20', [['Far from the trip', '20-08-2026 is 8 days after the trip (10-08-2026 to 12-08-2026).']]],
  ])('MGR-26 of %s beside the days of the trip', (day, expected) => {
    expect(told({ day: at(day), trip })).toEqual(expected);
    expect(told({ day: at(day) })).toEqual([]);
  });

  it('MGR-26 names a trip of one day by that day', () => {
    expect(told({ trip: { startDate: at('2026-08-12'), endDate: at('2026-08-12') } })).toEqual([
      ['Outside the trip', '13-08-2026 is 1 day after the trip (12-08-2026).'],
    ]);
  });

  it.each([
    [1000, { amount: 500, of: 2 }, []],
    [
      1000,
      { amount: 500, of: 3 },
      [['Above the usual', '₹1,000.00 is far above the usual: the last 3 approved of this type were about ₹500.00.']],
    ],
    [999.99, { amount: 500, of: 9 }, []],
    // Twice as much, and yet not much.
    [200, { amount: 80, of: 9 }, []],
    [
      280,
      { amount: 80, of: 9 },
      [['Above the usual', '₹280.00 is far above the usual: the last 9 approved of this type were about ₹80.00.']],
    ],
  ])('MGR-26 of %d where %o is usual', (claimAmount, usual, expected) => {
    expect(told({ claimAmount, facts: { usual } })).toEqual(expected);
  });

  it.each([
    ['2026-01-26', 'Republic Day'],
    ['2026-08-15', 'Independence Day'],
    ['2026-10-02', 'Gandhi Jayanti'],
    ['2024-01-26', 'Republic Day'],
  ])('MGR-31 of a national holiday, %s, once, whichever weekday it is', (day, name) => {
    expect(told({ day: at(day) })).toEqual([['Holiday', `${day.split('-').reverse().join('-')} is ${name}.`]]);
  });

  it('MGR-31 of no other day', () => {
    for (const day of ['2026-01-27', '2026-08-14', '2026-10-05']) expect(told({ day: at(day) })).toEqual([]);
  });

  it('MGR-15 of a weekend', () => {
    expect(told({ day: at('2026-08-22') })).toEqual([['Weekend', '22-08-2026 is a weekend.']]);
    expect(told({ day: at('2026-08-14') })).toEqual([]);
  });

  it('MGR-26 the most serious comes first', () => {
    expect(
      signs({
        day: at('2026-08-22'),
        trip,
        isFood: true,
        claimAmount: 700,
        duplicateOf: [{}],
        facts: { otherFood: 100, usual: { amount: 200, of: 5 } },
      }),
    ).toEqual(['Same bill used before', 'Over the food limit', 'Far from the trip', 'Above the usual', 'Weekend']);
  });

  const someDay = fc.integer({ min: -400, max: 400 }).map((n) => addDays(DAY, n));
  const paise = fc.integer({ min: 1, max: 5_000_00 }).map((n) => n / 100);
  it('MGR-26 each kind is said once, with a reason, exactly when its facts say so', () => {
    fc.assert(
      fc.property(
        someDay,
        someDay,
        fc.nat(20),
        paise,
        paise,
        paise,
        fc.nat(9),
        fc.boolean(),
        fc.array(fc.constantFrom(undefined, ...SAME_BILL), { maxLength: 3 }),
        fc.option(fc.record({ amount: paise, of: fc.nat() }), { nil: undefined }),
        (day, start, length, claimAmount, otherFood, amount, of, isFood, twins, otherConveyance) => {
          const end = addDays(start, length);
          const found = claimWarnings(
            {
              day: at(day),
              claimAmount,
              isFood,
              duplicateOf: twins.map((same) => ({ same })),
              facts: { otherFood, usual: { amount, of }, ...(otherConveyance && { otherConveyance }) },
              trip: { startDate: at(start), endDate: at(end) },
            },
            ZONE,
          );
          const kinds = found.map(({ kind }) => kind);
          expect(new Set(kinds).size).toBe(kinds.length);
          expect(found.every(({ sign, reason }) => sign !== '' && reason.endsWith('.'))).toBe(true);
          const expected = {
            late: false,
            policy: false,
            sameBill: twins.includes(undefined),
            sameInvoice: twins.includes('invoice'),
            sameNumber: twins.includes('number'),
            samePayment: twins.includes('payment'),
            samePaper: twins.includes('paper'),
            route: otherConveyance !== undefined,
            holiday: holidayOn(day) !== null,
            weekend: isWeekend(day) && holidayOn(day) === null,
            trip: day < start || day > end,
            food: isFood && Math.round((claimAmount + otherFood) * 100) >= FOOD_LIMIT_RUPEES * 90,
            amount:
              of >= UNUSUAL.atLeast &&
              Math.round(claimAmount * 100) >= 2 * Math.round(amount * 100) &&
              Math.round((claimAmount - amount) * 100) >= UNUSUAL.more * 100,
          };
          expect([...kinds].sort()).toEqual(WARNING_KINDS.filter((kind) => expected[kind]).sort());
        },
      ),
    );
  });
});
