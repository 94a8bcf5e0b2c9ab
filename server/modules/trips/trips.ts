import type { Kysely } from 'kysely';
import type { Person } from '#contract/user.ts';
import { mayChange } from '#domain/access.ts';
import { afterCancel, afterTripEdit, isCancelled, tripCan } from '#domain/trip.ts';
import { parseCancellation, parseCandidateCode, parseTrip } from '#domain/tripParsing.ts';
import { storedStatuses } from '#domain/status.ts';
import { TICKETS } from '#domain/tripDecision.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { invalidRequest, notFound, Refusal } from '#server/platform/base/errors.ts';
import { assertAllowed } from '#server/platform/http/assertAllowed.ts';
import { assertVisibleTrip, maySeeTrip } from './policy.ts';
import { count } from '#server/platform/limits/repository.ts';
import { claimsOfTrip, hasClaims, tripById, type TripRow, MAX_CLAIMS } from './repository/trips.ts';
import {
  change,
  type CommandRequest,
  type CommandResult,
  type CommandOutcome,
} from '#server/platform/idempotency/change.ts';
import { policiesFor } from '#server/modules/expensePolicy/index.ts';
import type { Context } from '#server/platform/http/context.ts';
import { columnsOf, inputOf, tripAnswer, tripStateOf } from './presenter.ts';
import { answerOf, assertTripVersion, writeTrip } from './change.ts';
import { dayMillis } from '#server/platform/http/dayMillis.ts';
import { heldManagerOf, personByCode } from '#server/modules/people/index.ts';

const HOUR = 3_600_000;
/** How many codes may be tried in an hour, against guessing (Z27). */
const CODES_AN_HOUR = 30;

/**
 * A change by a trip's owner: invisible 404, another's 403, then a stored answer, version, state and fields. The trip
 * is locked from the first look on.
 */
function changeOwn(
  context: Context,
  id: string,
  request: CommandRequest,
  execute: (tx: Kysely<Tables>, row: TripRow, current: () => unknown) => Promise<CommandOutcome>,
): Promise<CommandResult> {
  return change<TripRow>(context, request, {
    authorize: async (tx) => {
      const row = await assertVisibleTrip(tx, context.actor, await tripById(tx, id, 'change'));
      assertAllowed(mayChange(context.actor, { ownerId: row.owner_id }));
      return row;
    },
    execute: async (tx, row) => {
      assertTripVersion(context, row);
      return execute(tx, row, () => tripAnswer(row, context.timeZone));
    },
    rebuildAnswer: async (_tx, row) => answerOf(context, row),
  });
}

/** Changes a trip while the admin has not decided; what the manager decided was another trip then (TRIP-6). */
export function updateTrip(context: Context, id: string, request: CommandRequest): Promise<CommandResult> {
  return changeOwn(context, id, request, async (tx, row, current) => {
    assertAllowed(tripCan.edit(tripStateOf(row)), current);
    const parsed = parseTrip(request.body, {
      today: context.saved.today,
      timeZone: context.timeZone,
      creating: false,
      policies: await policiesFor(tx, context),
      unchanged: { startDay: row.start_date, endDay: row.end_date },
    });
    if (!parsed.ok) throw invalidRequest(parsed.message, parsed.errors);
    const managerStatus = afterTripEdit({ ...inputOf(row), managerStatus: row.manager_status }, parsed.value);
    // It is pending with the current manager (ACC-19).
    const undecided =
      managerStatus === row.manager_status
        ? {}
        : {
            manager_id: (await heldManagerOf(tx, row.owner_id)) ?? row.manager_id,
            manager_status: managerStatus,
            manager_remarks: null,
            manager_decided_at: null,
            manager_decided_by: null,
          };
    const after = await writeTrip(tx, context, row, { ...columnsOf(parsed.value), ...undecided }, 'edit');
    return { answer: answerOf(context, after), recordId: id };
  });
}

/**
 * Asks for a trip to be cancelled, or cancels it at once where nobody has approved it and it has no ticket (TRIP-7).
 * Filing a claim on it locks the same row, so of a claim and a cancellation at the same moment one succeeds and the
 * other is refused.
 */
export function cancelTrip(context: Context, id: string, request: CommandRequest): Promise<CommandResult> {
  return changeOwn(context, id, request, async (tx, row, current) => {
    const state = tripStateOf(row);
    assertAllowed(tripCan.cancel(state, await hasClaims(tx, id)), current);
    const parsed = parseCancellation(request.body);
    if (!parsed.ok) throw invalidRequest(parsed.message, parsed.errors);
    const cancellation = afterCancel(state, row.ticket_status === TICKETS.there);
    const after = await writeTrip(
      tx,
      context,
      row,
      { cancellation_status: cancellation, cancellation_remarks: parsed.value.remarks },
      isCancelled({ cancellationStatus: cancellation }) ? 'cancel-at-once' : 'cancel',
    );
    return { answer: answerOf(context, after), recordId: id };
  });
}

/**
 * Attaches a candidate's new employee record to the trip (TRIP-9). Answers that person in a list, which is empty where
 * nobody has the code; then nothing is changed.
 */
export async function attachCandidate(
  context: Context,
  id: string,
  code: string | undefined,
  request: CommandRequest,
): Promise<CommandResult> {
  const { db } = context.services.database;
  const used = await count(
    db,
    { bucket: `candidate:${context.actor.id}`, most: CODES_AN_HOUR, windowMillis: HOUR },
    context.now,
  );
  if (used.count > CODES_AN_HOUR)
    throw new Refusal('RATE_LIMITED', 'Too many employee codes. Please try again later.', {
      retryAfter: used.retryAfter,
    });
  return changeOwn(context, id, request, async (tx, row, current) => {
    assertAllowed(tripCan.migrate({ ...tripStateOf(row), travelToBeDoneBy: row.done_by }), current);
    const parsed = parseCandidateCode(code);
    if (!parsed.ok) throw invalidRequest(parsed.message, parsed.errors);
    const person = await personByCode(tx, parsed.value);
    if (person) await writeTrip(tx, context, row, { candidate_code: person.employee_code }, 'migrate');
    const data: Person[] = person
      ? [{ name: person.name, email: person.email, employeeCode: person.employee_code }]
      : [];
    // A person, whom the trip does not name elsewhere: kept whole.
    return { answer: { success: true, data }, recordId: null };
  });
}

const APPROVED = storedStatuses('manager', ['0']);

/**
 * The claims of a trip by their dates. For anyone who may see the trip; finance, which sees claims and no trips, gets
 * those a manager approved, and 404 for a trip without any. The first MAX_CLAIMS are named (S3).
 */
export async function expenseIdsOf(context: Context, tripId: string): Promise<Record<string, string[]>> {
  const { actor, timeZone } = context;
  const { db } = context.services.database;
  const row = await tripById(db, tripId, null);
  if (!row) throw notFound();
  const whole = await maySeeTrip(db, actor, row);
  if (!whole && !actor.roles.includes('finance')) throw notFound();
  const claims = await claimsOfTrip(db, tripId, whole ? null : APPROVED, MAX_CLAIMS);
  if (!whole && claims.length === 0) throw notFound();
  const byDate: Record<string, string[]> = {};
  for (const claim of claims) (byDate[String(dayMillis(claim.expense_date, timeZone))] ??= []).push(claim.id);
  return byDate;
}
