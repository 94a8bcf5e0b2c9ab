import { CONVEYANCE_RATES, EXPENSE_WINDOW_DAYS, FOOD_LIMIT_RUPEES, MAX_AMOUNT_PAISE } from '#contract/limits.ts';
import type { Policy } from '#contract/policy.ts';
import { APRIL, type Day } from './dates.ts';
import { toRupees } from './money.ts';

/**
 * The expense policy: documents with dates of effect, and what each of their limits says of a claim. Amount, bill, type
 * and rate are judged by the version of the day that the money was spent (POL-3), the window by that of the day the
 * claim was saved (POL-4).
 */
export interface DatedPolicy {
  effectiveFrom: Day;
  policy: Policy;
}

/** The specification's numbers. */
export const SPECIFICATION: Policy = {
  food: { amount: FOOD_LIMIT_RUPEES, over: 'REFUSE' },
  reach: { days: EXPENSE_WINDOW_DAYS, over: 'REFUSE', yearOpenUntil: 6 },
  rates: { SELF_CAR: toRupees(CONVEYANCE_RATES.SELF_CAR), SELF_BIKE: toRupees(CONVEYANCE_RATES.SELF_BIKE) },
  largest: { amount: toRupees(MAX_AMOUNT_PAISE), over: 'REFUSE' },
  bill: { least: 0, without: 'REFUSE' },
  types: [],
  daily: [],
  tiers: { X: [], Y: [] },
  // India's three national holidays, when every establishment is closed by law.
  holidays: [
    { on: '01-26', name: 'Republic Day' },
    { on: '08-15', name: 'Independence Day' },
    { on: '10-02', name: 'Gandhi Jayanti' },
  ],
};

/** The first version: in effect from the beginning, and never changed (POL-1). */
export const FIRST_DAY = '0001-01-01';
export const SPECIFIED: readonly DatedPolicy[] = [{ effectiveFrom: FIRST_DAY, policy: SPECIFICATION }];

/**
 * The policy in effect on a day (POL-1). Before the first version that is known, that one; the specification's where
 * none is.
 */
export function policyOn(versions: readonly DatedPolicy[], day: Day): Policy {
  let found: DatedPolicy | undefined;
  let first: DatedPolicy | undefined;
  for (const version of versions) {
    if (version.effectiveFrom <= day && (!found || version.effectiveFrom > found.effectiveFrom)) found = version;
    if (!first || version.effectiveFrom < first.effectiveFrom) first = version;
  }
  return (found ?? first)?.policy ?? SPECIFICATION;
}

/** The month that this policy's financial year starts in, 1 to 12 (POL-11). */
export const yearFromOf = ({ reach: { yearFrom = APRIL } }: Policy): number => yearFrom;

/** Every month that the financial year has ever started in (POL-11). */
export const yearsFrom = (versions: readonly DatedPolicy[]): number[] => [
  ...new Set(versions.map(({ policy }) => yearFromOf(policy))),
];
