import type { AdminStatus, CancellationStatus, ManagerStatus, TravelExpenseType } from '#contract/enums.ts';
import type { FieldErrors } from '#contract/error.ts';
import { travelExpenseBody, type TravelExpense } from '#contract/expense.ts';
import { EXPENSE_WINDOW_DAYS, FOOD_LIMIT_RUPEES } from '#contract/limits.ts';
import { whileManagerPending } from './claim.ts';
import { addDays, dayOf, toDay, type Day } from './dates.ts';
import { parseAmount, toPaise } from './money.ts';
import { conform, missingIn, parseBills, parseNeededRemarks, type NamedBill, type Parsed } from './parsing.ts';
import { statusOf } from './status.ts';
import { tripCan } from './trip.ts';
import { allowed, refused, invalid, type ParseResult, type Verdict } from './verdict.ts';

/**
 * Claims of a day of a trip: when one may be raised, what may be sent, and when it may be changed.
 */

export interface TravelExpenseInput {
  type: TravelExpenseType;
  day: Day;
  paise: number;
  remarks: string;
  bills: NamedBill[];
}

export interface TravelExpenseContext {
  today: Day;
  timeZone: string;
  creating: boolean;
  /** The date that the claim being edited already has: keeping it is never refused. */
  unchangedDay?: Day;
}

const IN_THE_FUTURE = 'Expense date cannot be in the future';
const FOOD_LIMIT_PAISE = toPaise(FOOD_LIMIT_RUPEES);
const TOO_MUCH_FOOD = `Food claim amount is more then ${FOOD_LIMIT_RUPEES}`;

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
  const amount = parseClaimAmount(given['claimAmount'], type);
  const remarks = parseNeededRemarks(given['remarks'], missingIn(shape.remarks));
  // On an edit too: it may change everything that creation sets, and creation demands one.
  const bills = parseBills(given['billUrl'], missingIn(shape.billUrl));

  const errors: FieldErrors = {};
  if ('message' in day) errors['expenseDate'] = day.message;
  if ('message' in type) errors['travelExpenseType'] = type.message;
  if ('message' in amount) errors['claimAmount'] = amount.message;
  if ('message' in remarks) errors['remarks'] = remarks.message;
  if ('message' in bills) errors['billUrl'] = bills.message;
  if ('message' in day || 'message' in type || 'message' in amount || 'message' in remarks || 'message' in bills)
    return invalid(errors);
  return {
    ok: true,
    value: { type: type.value, day: day.value, paise: amount.value, remarks: remarks.value, bills: bills.value },
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

function parseClaimAmount(value: unknown, type: Parsed<TravelExpenseType>): Parsed<number> {
  const amount = parseAmount(value);
  if (!amount.ok) return { message: amount.message };
  if (!('value' in type) || type.value !== 'FOOD') return { value: amount.paise };
  const verdict = judgeFood(amount.paise, 0);
  return verdict.ok ? { value: amount.paise } : { message: verdict.message };
}

/** Food alone has a limit, said as a hint while it is chosen (FOOD-1). */
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
 * the person's exceptional date: a day from it on is good, however old; null is none (EXC-1).
 */
export function judgeTravelClaim(trip: ClaimedTrip, day: Day, today: Day, exceptional: Day | null): Verdict {
  const takesClaims = tripCan.claim(trip);
  if (!takesClaims.ok) return takesClaims;
  if (day < trip.startDay || day > trip.endDay) return refused('INVALID', 'Expense date is not a day of this trip');
  if (day > today) return refused('INVALID', IN_THE_FUTURE);
  const recent = day >= addDays(today, -EXPENSE_WINDOW_DAYS);
  const excepted = exceptional !== null && day >= exceptional;
  return recent || excepted ? allowed : refused('INVALID', 'Validity expired!');
}

/**
 * The food of a day: a claim alone, or with the other food claims of that person and day over all trips, stays within
 * the limit (FOOD-1, FOOD-2). Paise.
 */
export const judgeFood = (paise: number, otherFoodPaiseOfThatDay: number): Verdict =>
  paise + otherFoodPaiseOfThatDay > FOOD_LIMIT_PAISE ? refused('INVALID', TOO_MUCH_FOOD) : allowed;

/** What of the limit is left when so much food of the day has been claimed. Paise, never negative. */
export const foodLeft = (claimedPaise: number): number => Math.max(0, FOOD_LIMIT_PAISE - claimedPaise);

export type FoodClaim = Pick<
  TravelExpense,
  'travelExpenseType' | 'claimAmount' | 'expenseDate' | 'managerApprovalStatus' | 'financeApprovalStatus' | 'withdrawn'
>;

/** The food claimed for a day among these claims, rejected and withdrawn ones aside (FOOD-2). Paise. */
export function foodOfDay(claims: readonly FoodClaim[], day: Day, timeZone: string): number {
  return claims
    .filter((claim) => countsAsFood(claim) && dayOf(claim.expenseDate, timeZone) === day)
    .reduce((sum, claim) => sum + toPaise(claim.claimAmount), 0);
}

/** Does a claim count towards the food of its day? */
export const countsAsFood = (claim: Omit<FoodClaim, 'claimAmount' | 'expenseDate'>): boolean =>
  isFood(claim.travelExpenseType) &&
  !claim.withdrawn &&
  statusOf(claim.managerApprovalStatus) !== 'rejected' &&
  statusOf(claim.financeApprovalStatus) !== 'rejected';

/** What its owner may do with a travel claim: only while the manager has not decided (TRV-4). */
export const travelExpenseCan = { edit: whileManagerPending, withdraw: whileManagerPending } as const;
