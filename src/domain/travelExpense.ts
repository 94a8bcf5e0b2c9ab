import type { AdminStatus, CancellationStatus, DailyLimit, ManagerStatus, TravelExpenseType } from '#contract/enums.ts';
import type { FieldErrors } from '#contract/error.ts';
import { travelExpenseBody, type TravelExpense } from '#contract/expense.ts';
import type { Policy } from '#contract/policy.ts';
import { stillCounts, whileManagerPending } from './claimState.ts';
import { dayOf, toDay, type Day } from './dates.ts';
import { toPaise, type AmountReading } from './money.ts';
import { conform, missingIn, parseNeededRemarks, type NamedBill, type Parsed } from './parsing.ts';
import {
  limitOfType,
  outsideTravelWindow,
  overDay,
  parseClaimAmount,
  verdictOf,
  type TravellerPlace,
} from './policy.ts';
import { policyOn, SPECIFICATION, SPECIFIED, type DatedPolicy } from './policyVersions.ts';
import { parseClaimBills, parseFurtherType } from './policyFields.ts';
import { tripCan } from './trip.ts';
import { refused, invalid, type ParseResult, type Verdict } from './verdict.ts';

/**
 * Claims of a day of a trip: when one may be raised, what may be sent, and when it may be changed.
 */

export interface TravelExpenseInput {
  type: TravelExpenseType;
  day: Day;
  paise: number;
  remarks: string;
  bills: NamedBill[];
  furtherType?: string;
}

export interface TravelExpenseContext {
  today: Day;
  timeZone: string;
  creating: boolean;
  /** The date that the claim being edited already has: keeping it is never refused. */
  unchangedDay?: Day;
  /** The versions of the policy that count; the specification's when absent. */
  policies?: readonly DatedPolicy[] | undefined;
  /** Who travels where. */
  place?: TravellerPlace | undefined;
}

const IN_THE_FUTURE = 'Expense date cannot be in the future';

/**
 * Parses the body of a travel claim, as typed into the form or as it came over the wire (TRV-3, FOOD-1). Every wrong
 * field has its message; the form's order is date, type, amount, remarks, bills. Whether its trip takes a claim on that
 * day is for `judgeTravelClaim` to say, what else was eaten that day for `judgeFood`.
 */
export function parseTravelExpense(body: unknown, ctx: TravelExpenseContext): ParseResult<TravelExpenseInput> {
  const given = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  const shape = travelExpenseBody.shape;
  const day = parseDay(given['expenseDate'], ctx);
  const type = conform(shape.travelExpenseType, given['travelExpenseType']);
  // Without a day, as if it were today's.
  const policy = policyOn(ctx.policies ?? SPECIFIED, 'value' in day ? day.value : ctx.today);
  const further = parseFurtherType(given['furtherType'], type, policy);
  const amount = parseTravelAmount(given['claimAmount'], type, policy, ctx.place ?? {});
  const remarks = parseNeededRemarks(given['remarks'], missingIn(shape.remarks));
  // On an edit too: it may change everything that creation sets, and creation demands one.
  const bills = parseClaimBills(given['billUrl'], missingIn(shape.billUrl), policy, given['claimAmount']);

  const errors: FieldErrors = {};
  if ('message' in day) errors['expenseDate'] = day.message;
  if ('message' in type) errors['travelExpenseType'] = type.message;
  else if ('message' in further) errors['travelExpenseType'] = further.message;
  if (!amount.ok) errors['claimAmount'] = amount.message;
  if ('message' in remarks) errors['remarks'] = remarks.message;
  if ('message' in bills) errors['billUrl'] = bills.message;
  if ('message' in day || 'message' in type || !amount.ok || 'message' in remarks || 'message' in bills)
    return invalid(errors);
  if ('message' in further) return invalid(errors);
  return {
    ok: true,
    value: {
      type: type.value,
      day: day.value,
      paise: amount.paise,
      remarks: remarks.value,
      bills: bills.value,
      ...further.value,
    },
  };
}

function parseDay(value: unknown, ctx: TravelExpenseContext): Parsed<Day> {
  const schema = travelExpenseBody.shape.expenseDate;
  const parsed = conform(schema, value);
  if ('message' in parsed) return parsed;
  const day = toDay(parsed.value, ctx.timeZone);
  if (day === null) return { message: missingIn(schema) };
  if (!ctx.creating && day === ctx.unchangedDay) return { value: day };
  return day > ctx.today ? { message: IN_THE_FUTURE } : { value: day };
}

function parseTravelAmount(
  value: unknown,
  type: Parsed<TravelExpenseType>,
  policy: Policy,
  place: TravellerPlace,
): AmountReading {
  const amount = parseClaimAmount(value, policy);
  if (!amount.ok || !('value' in type)) return amount;
  const verdict = verdictOf(overDay(policy, type.value, amount.paise, 0, place));
  return verdict.ok ? amount : { ok: false, message: verdict.message };
}

/** Food has a limit of a day, said as a hint while it is chosen (FOOD-1). */
export const isFood = (type: unknown): boolean => type === 'FOOD';

/** What a claim asks of its trip. Days as the organisation counts them. */
export interface ClaimedTrip {
  managerApprovalStatus: ManagerStatus;
  /** Answers may carry a spelling that is not known yet. */
  adminApprovalStatus: AdminStatus | (string & {});
  cancellationStatus?: CancellationStatus;
  startDay: Day;
  endDay: Day;
}

/**
 * May a claim be raised on this day of the trip (TRV-1, TRV-2)? In the order manager, admin, validity. `exceptional` is
 * the person's exceptional date: a day from it on is good, however old; null is none (EXC-1). The window is that of the
 * policy of today (POL-4).
 */
export function judgeTravelClaim(
  trip: ClaimedTrip,
  day: Day,
  today: Day,
  exceptional: Day | null,
  policies = SPECIFIED,
): Verdict {
  const takesClaims = tripCan.claim(trip);
  if (!takesClaims.ok) return takesClaims;
  if (day < trip.startDay || day > trip.endDay) return refused('INVALID', 'Expense date is not a day of this trip');
  if (day > today) return refused('INVALID', IN_THE_FUTURE);
  return verdictOf(outsideTravelWindow(policyOn(policies, today), day, today, exceptional));
}

/**
 * The food of a day: a claim alone, or with the other food claims of that person and day over all trips, stays within
 * the limit (FOOD-1, FOOD-2). Paise.
 */
export const judgeFood = (
  paise: number,
  otherFoodPaiseOfThatDay: number,
  policy = SPECIFICATION,
  place: TravellerPlace = {},
): Verdict => verdictOf(overDay(policy, 'FOOD', paise, otherFoodPaiseOfThatDay, place));

/** What of the limit is left when so much food of the day has been claimed. Paise, never negative, perhaps endless. */
export function foodLeft(claimedPaise: number, policy = SPECIFICATION, place: TravellerPlace = {}): number {
  const limit = limitOfType(policy, 'FOOD', place);
  return limit ? Math.max(0, toPaise(limit.amount) - claimedPaise) : Infinity;
}

export type FoodClaim = Pick<
  TravelExpense,
  'travelExpenseType' | 'claimAmount' | 'expenseDate' | 'managerApprovalStatus' | 'financeApprovalStatus' | 'withdrawn'
>;

/** The food claimed for a day among these claims, rejected and withdrawn ones aside (FOOD-2). Paise. */
export const foodOfDay = (claims: readonly FoodClaim[], day: Day, timeZone: string): number =>
  claimedOfDay(claims, 'FOOD', day, timeZone);

/** The same of a type that has a limit of a day (POL-6). */
export function claimedOfDay(claims: readonly FoodClaim[], type: DailyLimit, day: Day, timeZone: string): number {
  return claims
    .filter((claim) => countsTowards(claim, type) && dayOf(claim.expenseDate, timeZone) === day)
    .reduce((sum, claim) => sum + toPaise(claim.claimAmount), 0);
}

/** Does a claim count towards the food of its day? */
export const countsAsFood = (claim: Omit<FoodClaim, 'claimAmount' | 'expenseDate'>): boolean =>
  countsTowards(claim, 'FOOD');

/** Does a claim count towards what is claimed of this type for its day? */
const countsTowards = (claim: Omit<FoodClaim, 'claimAmount' | 'expenseDate'>, type: DailyLimit): boolean =>
  claim.travelExpenseType === type && stillCounts(claim);

/** What its owner may do with a travel claim: only while the manager has not decided (TRV-4). */
export const travelExpenseCan = { edit: whileManagerPending, withdraw: whileManagerPending } as const;
