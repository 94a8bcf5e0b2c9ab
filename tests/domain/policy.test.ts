import { describe, expect, test } from 'vitest';
import { policy as policySchema, type Policy } from '#contract/policy.ts';
import { parseLocalExpense } from '#domain/claim.ts';
import { parseConveyance, reimbursement } from '#domain/conveyance.ts';
import { addDays, millisOfDay } from '#domain/dates.ts';
import { dayLimit, policyFindings, policyWarning, type JudgedClaim } from '#domain/policy.ts';
import { FIRST_DAY, policyOn, SPECIFICATION, SPECIFIED, type DatedPolicy } from '#domain/policyVersions.ts';
import { judgePolicy } from '#domain/policyParsing.ts';
import { policyLines } from '#domain/policyWords.ts';
import { foodLeft, judgeFood, judgeTravelClaim, parseTravelExpense } from '#domain/travelExpense.ts';
import { tripEarliest } from '#domain/trip.ts';
import { claimWarnings } from '#domain/warnings.ts';

const ZONE = 'Asia/Kolkata';
const TODAY = '2026-07-15';
const at = (day: string): number => millisOfDay(day, ZONE);
const some = (changes: Partial<Policy>): Policy => ({ ...SPECIFICATION, ...changes });
const from = (effectiveFrom: string, changes: Partial<Policy>): DatedPolicy => ({
  effectiveFrom,
  policy: some(changes),
});
const bill = 'a'.repeat(64);
const local = {
  localExpenseType: 'OTHERS',
  expenseDate: at(TODAY),
  claimAmount: 600,
  remarks: 'Taxi',
  billUrl: [bill],
};
const travel = {
  travelExpenseType: 'FOOD',
  expenseDate: at(TODAY),
  claimAmount: 600,
  remarks: 'Lunch',
  billUrl: [bill],
};
const context = { today: TODAY, timeZone: ZONE, creating: true };

describe('POL-1 versions', () => {
  const [first, second] = [from('2026-01-01', {}), from('2026-08-01', { types: [] })];

  test.each([
    ['2025-12-31', first],
    ['2026-01-01', first],
    ['2026-07-31', first],
    ['2026-08-01', second],
    ['2030-01-01', second],
  ])('on %s the one in effect counts, in whatever order they come', (day, version) => {
    expect(policyOn([second, first], day)).toBe(version.policy);
    expect(policyOn([first, second], day)).toBe(version.policy);
  });

  test('where none is known the specification’s', () => expect(policyOn([], TODAY)).toBe(SPECIFICATION));

  test('the specification’s policy conforms, and contradicts nothing', () => {
    expect(policySchema.parse(SPECIFICATION)).toEqual(SPECIFICATION);
    expect(judgePolicy(SPECIFICATION)).toEqual({});
    expect(SPECIFIED).toEqual([{ effectiveFrom: FIRST_DAY, policy: SPECIFICATION }]);
    expect(Object.fromEntries(policyLines(SPECIFICATION))).toMatchObject({
      'Food of a day': '₹750.00; more is refused',
      Window: '90 days back; older is refused',
      'Local expenses of the last financial year': 'Taken to the end of June',
      'A kilometre by own car': '₹12.00',
      'A kilometre by own bike': '₹5.00',
      'Largest amount of a claim': '₹9,99,99,999.99; more is refused',
      'A bill is needed': 'Always; without one a claim is refused',
    });
  });
});

describe('POL-2 POL-3 limits refuse or warn, by the day of the claim', () => {
  const policies = [...SPECIFIED, from('2026-07-10', { largest: { amount: 500, over: 'REFUSE' } })];

  test('the largest amount of that day', () => {
    const parsed = (day: string) => parseLocalExpense({ ...local, expenseDate: at(day) }, { ...context, policies });
    expect(parsed('2026-07-10')).toMatchObject({ errors: { claimAmount: 'Amount cannot be more than ₹500.00' } });
    expect(parsed('2026-07-09').ok).toBe(true);
    expect(parseConveyance({ ...local, tripId: 'T' }, policies[1]?.policy).ok).toBe(false);
  });

  test('what warns passes and is said', () => {
    const warns = [from(FIRST_DAY, { largest: { amount: 500, over: 'WARN' }, bill: { least: 0, without: 'WARN' } })];
    expect(parseLocalExpense({ ...local, billUrl: [] }, { ...context, policies: warns }).ok).toBe(true);
    const claim: JudgedClaim = { kind: 'local', type: 'OTHERS', day: TODAY, paise: 60_000, bills: 0 };
    expect(policyWarning(claim, warns)).toBe('Amount cannot be more than ₹500.00. There is no bill.');
    expect(policyWarning({ ...claim, paise: 50_000, bills: 1 }, warns)).toBeNull();
    expect(claimWarnings({ day: at(TODAY), claimAmount: 600, policyWarning: 'There is no bill.' }, ZONE)).toEqual([
      { kind: 'policy', sign: 'Beyond the policy', reason: 'There is no bill.', grave: true },
    ]);
  });

  test.each([
    [299, true],
    [300, false],
  ])('from ₹300 on a bill is needed: of ₹%d without one, taken: %s', (claimAmount, taken) => {
    const bills = [from(FIRST_DAY, { bill: { least: 300, without: 'REFUSE' } })];
    const of = { ...context, policies: bills };
    expect(parseLocalExpense({ ...local, claimAmount, billUrl: [] }, of).ok).toBe(taken);
    expect(parseTravelExpense({ ...travel, claimAmount, billUrl: [] }, of).ok).toBe(taken);
    expect(parseLocalExpense({ ...local, claimAmount, billUrl: undefined }, of).ok).toBe(false);
  });

  test('food, or none of its limit', () => {
    const dear = some({ food: { amount: 900, over: 'REFUSE' } });
    expect(judgeFood(90_000, 0, dear).ok).toBe(true);
    expect(judgeFood(90_001, 0, dear)).toMatchObject({ message: 'Food claim amount is more then 900' });
    expect(foodLeft(50_000, dear)).toBe(40_000);
    expect(foodLeft(50_000, some({ food: { amount: null, over: 'REFUSE' } }))).toBe(Infinity);
    expect(judgeFood(100_000, 0, some({ food: { amount: 750, over: 'WARN' } })).ok).toBe(true);
  });

  test('CNV-3 a kilometre of that day', () => {
    const rates = some({ rates: { SELF_CAR: 15.5, SELF_BIKE: 6 } });
    expect(reimbursement('SELF_CAR', 10, rates)).toBe(15_500);
    expect(reimbursement('SELF_BIKE', 10, rates)).toBe(6_000);
    expect(reimbursement('CAB', 10, rates)).toBeNull();
  });
});

describe('POL-4 how far back', () => {
  const policies = [...SPECIFIED, from('2026-07-10', { reach: { days: 30, over: 'REFUSE', yearOpenUntil: null } })];
  const trip = {
    managerApprovalStatus: 'MANAGER_APPROVED',
    adminApprovalStatus: 'ADMIN_APPROVED',
    startDay: '2026-01-01',
    endDay: '2026-07-15',
  } as const;

  test('the window of the day of saving, not of the day of the claim', () => {
    const day = '2026-06-01';
    const parsed = (today: string) =>
      parseLocalExpense({ ...local, expenseDate: at(day) }, { ...context, today, policies });
    expect(parsed('2026-07-09').ok).toBe(true);
    expect(parsed('2026-07-10')).toMatchObject({
      errors: { expenseDate: 'Expense date cannot be more than 30 days ago' },
    });
    expect(judgeTravelClaim(trip, day, '2026-07-09', null, policies).ok).toBe(true);
    expect(judgeTravelClaim(trip, day, '2026-07-10', null, policies)).toMatchObject({ message: 'Validity expired!' });
    expect(judgeTravelClaim(trip, day, '2026-07-10', day, policies).ok).toBe(true);
    expect(tripEarliest('2026-07-10', policies)).toBe(addDays('2026-07-10', -30));
    expect(tripEarliest('2026-07-09', policies)).toBe(tripEarliest('2026-07-09'));
  });

  test('the last financial year is open to the end of a month, or always', () => {
    const closed = (yearOpenUntil: number | null) => [
      from(FIRST_DAY, { reach: { days: 700, over: 'REFUSE', yearOpenUntil } }),
    ];
    const body = { ...local, expenseDate: at('2026-03-31') };
    const taken = (today: string, until: number | null): boolean =>
      parseLocalExpense(body, { ...context, today, policies: closed(until) }).ok;
    expect([taken('2026-06-30', 6), taken('2026-07-01', 6)]).toEqual([true, false]);
    expect([taken('2026-04-01', 3), taken('2026-03-31', 3)]).toEqual([false, true]);
    expect(taken('2026-12-31', null)).toBe(true);
  });
});

describe('POL-11 the financial year', () => {
  const january = from('2026-06-01', { reach: { days: 700, over: 'REFUSE', yearOpenUntil: 2, yearFrom: 1 } });
  const policies = [from(FIRST_DAY, { reach: { days: 700, over: 'REFUSE', yearOpenUntil: 6 } }), january];
  const taken = (day: string, today: string): boolean =>
    parseLocalExpense({ ...local, expenseDate: at(day) }, { ...context, today, policies }).ok;

  test.each([
    ['2025-12-31', '2026-05-31', true],
    ['2025-12-31', '2026-06-01', false],
    ['2026-01-01', '2026-12-31', true],
    ['2026-01-01', '2027-02-28', true],
    ['2026-12-31', '2027-03-01', false],
    ['2027-01-01', '2027-03-01', true],
  ])('LOC-8 a local expense of %s, saved on %s, by the version of that day: %s', (day, today, is) => {
    expect(taken(day, today)).toBe(is);
  });

  test('TRIP-4 a trip', () => {
    expect(tripEarliest('2026-05-31', policies)).toBe('2026-04-01');
    expect(tripEarliest('2026-06-01', policies)).toBe('2026-01-01');
  });

  test('is a line of the policy', () => {
    expect(Object.fromEntries(policyLines(january.policy))).toHaveProperty(['Financial year'], 'Starts in January');
    expect(Object.fromEntries(policyLines(SPECIFICATION))).toHaveProperty(['Financial year'], 'Starts in April');
  });
});

describe('POL-5 further types', () => {
  const policies = [from(FIRST_DAY, { types: [{ name: 'Parking', as: 'OTHERS' }] })];
  const parsed = (changes: object) => parseLocalExpense({ ...local, ...changes }, { ...context, policies });

  test('count as the type that they name', () => {
    expect(parsed({ furtherType: 'Parking' })).toMatchObject({ value: { type: 'OTHERS', furtherType: 'Parking' } });
    expect(parsed({ furtherType: null })).not.toHaveProperty('value.furtherType');
    const message = 'This expense type is not in the policy of that day';
    for (const wrong of [
      { furtherType: 'Toll' },
      { furtherType: 7 },
      { furtherType: 'Parking', localExpenseType: 'MOBILE_BILL' },
    ])
      expect(parsed(wrong)).toMatchObject({ errors: { localExpenseType: message } });
  });
});

describe('POL-6 limits of a day by grade and tier', () => {
  const limit = (what: 'FOOD' | 'ACCOMMODATION', grade: string | null, tier: 'X' | 'Y' | 'Z' | null, amount: number) =>
    ({ what, grade, tier, amount, over: 'REFUSE' }) as const;
  const policy = some({
    tiers: { X: ['Mumbai'], Y: ['Pune'] },
    daily: [
      limit('FOOD', null, 'X', 1_200),
      limit('FOOD', 'E1', null, 900),
      limit('FOOD', 'E1', 'X', 1_500),
      limit('ACCOMMODATION', null, 'Z', 2_000),
    ],
  });

  test.each([
    ['FOOD', null, 'Mumbai', 1_200],
    ['FOOD', 'e1 ', ' mumbai', 1_500],
    ['FOOD', 'E1', 'Pune', 900],
    ['FOOD', 'E2', 'Pune', 750],
    ['FOOD', null, null, 750],
    ['ACCOMMODATION', 'E1', 'Shimla', 2_000],
    ['ACCOMMODATION', 'E1', 'Pune', null],
  ] as const)('%s of grade %s in %s: %s', (what, grade, city, amount) => {
    expect(dayLimit(policy, what, { grade, city })?.amount ?? null).toBe(amount);
  });

  test('what is claimed besides of that type counts', () => {
    const claim: JudgedClaim = {
      kind: 'travel',
      type: 'ACCOMMODATION',
      day: TODAY,
      paise: 150_000,
      bills: 1,
      city: 'Shimla',
      otherPaise: 50_000,
    };
    const versions = [{ effectiveFrom: FIRST_DAY, policy }];
    expect(policyFindings(claim, versions)).toEqual([]);
    expect(policyFindings({ ...claim, paise: 150_001 }, versions)).toMatchObject([{ field: 'claimAmount' }]);
    expect(policyFindings({ ...claim, paise: 150_001, kind: 'local' }, versions)).toEqual([]);
  });
});

describe('POL-7 who decides', () => {
  test('is told the food limit and holiday of the claim’s day', () => {
    const signs = (facts: { foodLimit: number | null; holiday: string | null }) =>
      claimWarnings({ day: at('2026-08-15'), claimAmount: 800, isFood: true, facts: { policy: facts } }, ZONE).map(
        ({ kind }) => kind,
      );
    expect(signs({ foodLimit: 700, holiday: 'Diwali' })).toEqual(['food', 'holiday']);
    // 15 August 2026 is a Saturday.
    expect(signs({ foodLimit: null, holiday: null })).toEqual(['weekend']);
  });
});
