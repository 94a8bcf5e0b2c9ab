import type { Kysely } from 'kysely';
import { PRIMARY_EXPENSE_TYPE, TRAVEL_EXPENSE_TYPES } from '#contract/enums.ts';
import type { FieldErrors } from '#contract/error.ts';
import type { TravelExpense } from '#contract/expense.ts';
import { dayOf, toDay, type Day } from '#domain/dates.ts';
import { limitOfType, overDay, policyWarning, verdictOf, type TravellerPlace } from '#domain/policy.ts';
import { policyOn, type DatedPolicy } from '#domain/policyVersions.ts';
import {
  judgeTravelClaim,
  parseTravelExpense,
  travelExpenseCan,
  type TravelExpenseInput,
} from '#domain/travelExpense.ts';
import { tripCan } from '#domain/trip.ts';
import { allowed, type Verdict } from '#domain/verdict.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { invalidRequest } from '#server/platform/base/errors.ts';
import { assertAllowed } from '#server/platform/http/assertAllowed.ts';
import { claimedThatDay, lockMeals } from './repository.ts';
import type { Context } from '#server/platform/http/context.ts';
import { gradeOf, policiesFor } from '#server/modules/expensePolicy/index.ts';
import { exceptionalDateAt } from '#server/modules/people/index.ts';
import { tripById, type TripRow, tripStateOf } from '#server/modules/trips/index.ts';
import { readingsOf, travelExpenseAnswer, stateOf, type ClaimDefinition } from '#server/modules/claims/index.ts';

/** The day that a body names, when it names one. */
function dayNamed(body: unknown, timeZone: string): Day | null {
  const given = typeof body === 'object' && body !== null && 'expenseDate' in body ? body.expenseDate : null;
  return typeof given === 'number' ? toDay(given, timeZone) : null;
}

/** What a travel claim is judged by beside its trip: the versions of the policy, and who travels where. */
export interface ClaimPolicy {
  policies: readonly DatedPolicy[];
  place: TravellerPlace;
}

/** The grade is looked up only where a limit goes by it. */
async function policyFor(tx: Kysely<Tables>, context: Context, ownerId: string, city: string): Promise<ClaimPolicy> {
  const policies = await policiesFor(tx, context);
  const graded = policies.some(({ policy }) => policy.daily.some(({ grade }) => grade !== null));
  return { policies, place: { city, grade: graded ? await gradeOf(tx, ownerId) : null } };
}

/**
 * Reads what is claimed for a day of a locked trip, and judges it in the order of WIRE-10: first whether the trip takes
 * claims at all (409, TRV-1), then every field, the day among them (422, TRV-2, TRV-3, FOOD-1). `unchangedDay`: the one
 * that the claim has already.
 */
export async function readForTrip(
  tx: Kysely<Tables>,
  context: Context,
  trip: TripRow,
  body: unknown,
  unchangedDay?: Day,
): Promise<{ input: TravelExpenseInput; by: ClaimPolicy }> {
  const { actor, saved, timeZone } = context;
  const { today } = saved;
  const state = tripStateOf(trip);
  assertAllowed(tripCan.claim(state));
  const by = await policyFor(tx, context, trip.owner_id, trip.arrival_city);
  const parsed = parseTravelExpense(body, {
    today,
    timeZone,
    creating: unchangedDay === undefined,
    ...(unchangedDay !== undefined && { unchangedDay }),
    ...by,
  });
  const day = dayNamed(body, timeZone);
  const ofTrip = { ...state, startDay: trip.start_date, endDay: trip.end_date };
  const judge = (exceptional: Day | null): Verdict =>
    day === null || day === unchangedDay ? allowed : judgeTravelClaim(ofTrip, day, today, exceptional, by.policies);
  let judged = judge(actor.exceptionalDate);
  // Saved while another exceptional date held: that one counts as well (TM-2).
  if (!judged.ok && saved.at !== null) judged = judge(await exceptionalDateAt(tx, actor.id, saved.at));
  if (parsed.ok && judged.ok) return { input: parsed.value, by };
  const errors: FieldErrors = { ...(!judged.ok && { expenseDate: judged.message }), ...(!parsed.ok && parsed.errors) };
  throw invalidRequest(Object.values(errors)[0] ?? '', errors);
}

interface OfDay {
  ownerId: string;
  type: string;
  day: Day;
  paise: number;
  /** The claim that is changed. */
  except: string | null;
}

/**
 * Refuses a claim beyond the limit of its day, and keeps what else is claimed for that day from being filed meanwhile
 * (FOOD-2, POL-6). Answers what else is claimed, in paise. Lock trip and claim before. `noMore`: it is no more than it
 * was, which is never refused.
 */
export async function assertDayLimit(
  tx: Kysely<Tables>,
  { ownerId, type, day, paise, except }: OfDay,
  { policies, place }: ClaimPolicy,
  noMore = false,
): Promise<number> {
  const policy = policyOn(policies, day);
  const limit = limitOfType(policy, type, place);
  if (limit === null || (noMore && limit.over === 'REFUSE')) return 0;
  await lockMeals(tx, ownerId);
  const others = await claimedThatDay(tx, ownerId, type, day, except);
  const verdict = verdictOf(overDay(policy, type, paise, others, place));
  if (!verdict.ok) throw invalidRequest(verdict.message, { claimAmount: verdict.message });
  return others;
}

/** What the policy warns of, saved on `savedDay`. */
export const travelWarning = (
  input: TravelExpenseInput,
  { policies, place }: ClaimPolicy,
  saved: { savedDay: Day; exceptional: Day | null; otherPaise: number },
): string | null =>
  policyWarning({ kind: 'travel', ...input, bills: input.bills.length, ...saved, ...place }, policies);

export const travelExpenses: ClaimDefinition<TravelExpense> = {
  number: PRIMARY_EXPENSE_TYPE.travel,
  prefix: 'EXP',
  typeFilter: 'TRAVEL_EXPENSE_TYPE',
  types: TRAVEL_EXPENSE_TYPES,
  viewed: 'travelExpenses',
  answer: travelExpenseAnswer,
  mayEdit: (row) => travelExpenseCan.edit(stateOf(row)),
  mayWithdraw: (row) => travelExpenseCan.withdraw(stateOf(row)),
  async readEdit(tx, context, row, body) {
    const trip = await tripById(tx, row.trip_id ?? '', 'use');
    if (!trip) throw new Error('A travel claim without its trip');
    const { input, by } = await readForTrip(tx, context, trip, body, row.expense_date);
    const { type, day, paise, remarks, bills, furtherType } = input;
    // What is no more than it was stays good, whatever has come of its day since.
    const noMore = type === row.type && day === row.expense_date && paise <= row.claim_amount;
    const of = { ownerId: row.owner_id, type, day, paise, except: row.id };
    const otherPaise = await assertDayLimit(tx, of, by, noMore);
    // A day that stays is judged for the day that the claim was saved.
    const kept = day === row.expense_date;
    const savedDay = kept ? dayOf(row.saved_at ?? row.created_at, context.timeZone) : context.saved.today;
    const exceptional = context.actor.exceptionalDate;
    return {
      columns: {
        type,
        expense_date: day,
        claim_amount: paise,
        remarks,
        further_type: furtherType ?? null,
        policy_warning: travelWarning(input, by, { savedDay, exceptional, otherPaise }),
      },
      bills,
      readings: await readingsOf(tx, body),
    };
  },
  async assertWithinLimit(tx, context, row) {
    const by = await policyFor(tx, context, row.owner_id, row.trip?.to ?? '');
    const { owner_id: ownerId, type, expense_date: day, claim_amount: paise, id: except } = row;
    await assertDayLimit(tx, { ownerId, type, day, paise, except }, by);
  },
};
