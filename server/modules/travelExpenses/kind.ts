import type { Kysely } from 'kysely';
import { PRIMARY_EXPENSE_TYPE, TRAVEL_EXPENSE_TYPES, type TravelExpenseType } from '#contract/enums.ts';
import type { FieldErrors } from '#contract/error.ts';
import type { TravelExpense } from '#contract/expense.ts';
import { toDay, type Day } from '#domain/dates.ts';
import {
  isFood,
  judgeFood,
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
import { foodClaimed, lockMeals } from './repository.ts';
import type { Context } from '#server/platform/http/context.ts';
import { exceptionalDateAt } from '#server/modules/people/index.ts';
import { tripById, type TripRow, tripStateOf } from '#server/modules/trips/index.ts';
import { travelExpenseAnswer, stateOf, type ClaimDefinition } from '#server/modules/claims/index.ts';

/** The day that a body names, when it names one. */
function dayNamed(body: unknown, timeZone: string): Day | null {
  const given = typeof body === 'object' && body !== null && 'expenseDate' in body ? body.expenseDate : null;
  return typeof given === 'number' ? toDay(given, timeZone) : null;
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
): Promise<TravelExpenseInput> {
  const { actor, saved, timeZone } = context;
  const { today } = saved;
  const state = tripStateOf(trip);
  assertAllowed(tripCan.claim(state));
  const parsed = parseTravelExpense(body, {
    today,
    timeZone,
    creating: unchangedDay === undefined,
    ...(unchangedDay !== undefined && { unchangedDay }),
  });
  const day = dayNamed(body, timeZone);
  const judge = (exceptional: Day | null): Verdict =>
    day === null || day === unchangedDay
      ? allowed
      : judgeTravelClaim({ ...state, startDay: trip.start_date, endDay: trip.end_date }, day, today, exceptional);
  let judged = judge(actor.exceptionalDate);
  // Saved while another exceptional date held: that one counts as well (TM-2).
  if (!judged.ok && saved.at !== null) judged = judge(await exceptionalDateAt(tx, actor.id, saved.at));
  if (parsed.ok && judged.ok) return parsed.value;
  const errors: FieldErrors = { ...(!judged.ok && { expenseDate: judged.message }), ...(!parsed.ok && parsed.errors) };
  throw invalidRequest(Object.values(errors)[0] ?? '', errors);
}

/**
 * Refuses food beyond the limit of its day, and keeps what else is eaten that day from being filed meanwhile (FOOD-2).
 * Lock trip and claim before.
 */
export async function assertFoodLimit(
  tx: Kysely<Tables>,
  ownerId: string,
  { type, day, paise }: Pick<TravelExpenseInput, 'type' | 'day' | 'paise'>,
  except: string | null,
): Promise<void> {
  if (!isFood(type)) return;
  await lockMeals(tx, ownerId);
  const verdict = judgeFood(paise, await foodClaimed(tx, ownerId, day, except));
  if (!verdict.ok) throw invalidRequest(verdict.message, { claimAmount: verdict.message });
}

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
    const input = await readForTrip(tx, context, trip, body, row.expense_date);
    // Food that is no more than it was stays good, whatever has come of its day since.
    const noMore = isFood(row.type) && input.day === row.expense_date && input.paise <= row.claim_amount;
    if (!noMore) await assertFoodLimit(tx, row.owner_id, input, row.id);
    return {
      columns: { type: input.type, expense_date: input.day, claim_amount: input.paise, remarks: input.remarks },
      bills: input.bills,
    };
  },
  assertWithinLimit: (tx, row) =>
    assertFoodLimit(
      tx,
      row.owner_id,
      { type: row.type as TravelExpenseType, day: row.expense_date, paise: row.claim_amount },
      row.id,
    ),
};
