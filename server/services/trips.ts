import type { Kysely } from 'kysely';
import type { Person } from '#contract/user.ts';
import { mayChange } from '#domain/access.ts';
import { afterCancel, afterTripEdit, isCancelled, NEW_TRIP, tripCan, type TripInput } from '#domain/trip.ts';
import { readCancellation, readCandidateCode, readTrip } from '#domain/tripReading.ts';
import { storedStatuses } from '#domain/status.ts';
import { TICKETS } from '#domain/tripDecision.ts';
import type { Tables } from '#server/database/tables.ts';
import { invalid, movedOn, notFound, Refusal } from '#server/errors.ts';
import { demand } from '#server/policies/demand.ts';
import { demandVisibleTrip, maySeeTrip } from '#server/policies/trips.ts';
import { lastAuditHashes } from '#server/repositories/claims.ts';
import { creationFacts, type CreationFacts } from '#server/repositories/creation.ts';
import { count } from '#server/repositories/limits.ts';
import { heldManagerOf, personByCode } from '#server/repositories/people.ts';
import { MOST_CLAIMS } from '#server/repositories/travelClaims.ts';
import {
  changeTrip,
  claimsOfTrip,
  hasClaims,
  tripByCreationKey,
  tripById,
  UNSEEN,
  type NewTrip,
  type TripChanges,
  type TripRow,
} from '#server/repositories/trips.ts';
import { appendAudit, newAuditRow, type AuditEntry } from './audit.ts';
import { change, create, type Asked, type Carried, type Creation, type Done } from './change.ts';
import { dayMillis } from './claimAnswer.ts';
import { loggedPast } from './claims.ts';
import type { Context, Doer } from './context.ts';
import { mayBeMade } from './creationQuota.ts';
import { columnsOf, inputOf, tripAnswer, tripSnapshot, tripStateOf } from './tripAnswer.ts';

const HOUR = 3_600_000;
/** So many codes may be tried in an hour: they are not to be found out one by one (reliability Z27). */
const CODES_AN_HOUR = 30;

const answerOf = (context: Context, row: TripRow) => ({
  success: true as const,
  data: tripAnswer(row, context.timeZone),
});

/** A trip as it is made, before it is written: everything its answer says. */
function newTrip(context: Context, input: TripInput, facts: CreationFacts): { columns: NewTrip; row: TripRow } {
  const { actor, now, key, saved } = context;
  const columns: NewTrip = {
    id: context.newId('TRP'),
    owner_id: actor.id,
    manager_id: facts.managerId,
    ...columnsOf(input),
    manager_status: NEW_TRIP.manager,
    admin_status: NEW_TRIP.admin,
    cancellation_status: NEW_TRIP.cancellation,
    ticket_status: TICKETS.none,
    version: 1,
    creation_key: key,
    created_at: saved.createdAt,
    updated_at: now,
    saved_at: saved.at,
  };
  const names = {
    owner_email: actor.email,
    owner_name: actor.name,
    owner_code: actor.employeeCode,
    manager_email: facts.managerEmail,
    manager_name: facts.managerName,
    decider_name: null,
  };
  return { columns, row: { ...UNSEEN, ...columns, ...names, tickets: [], further_tickets: [] } };
}

async function prepareTrip(context: Context, asked: Asked): Promise<Creation> {
  const { actor, key, services } = context;
  const facts = await creationFacts(services.database.db, actor.id, [], key);
  if (facts.stored) return { stored: facts.stored };
  const read = readTrip(asked.body, { today: context.saved.today, timeZone: context.timeZone, creating: true });
  if (!read.ok) throw invalid(read.message, read.errors);
  const { columns, row } = newTrip(context, read.value, facts);
  const history = newAuditRow(withPast(context, tripAudit(context, 'create', null, row)));
  return {
    stored: null,
    answer: answerOf(context, row),
    recordId: row.id,
    managerId: facts.managerId,
    rows: { trips: [columns], audit_log: [history] },
  };
}

/** Asks for a trip (TRIP-1 to TRIP-5). */
export async function createTrip(context: Context, asked: Asked): Promise<Carried> {
  try {
    return await create(
      context,
      asked,
      () => prepareTrip(context, asked),
      async (id) => answerOf(context, await writtenTrip(context, id)),
    );
  } catch (error) {
    const made = await madeUnderKey(context, error);
    if (made) return made;
    throw error;
  }
}

/** A trip that this person asked for. */
async function writtenTrip(context: Context, id: string): Promise<TripRow> {
  const row = await tripById(context.services.database.db, id, null);
  if (!row) throw new Error('A trip that was written is not there');
  return row;
}

/**
 * The key outlives its stored answer in a unique column: what it made is answered as it stands now, and nothing is made
 * twice.
 */
async function madeUnderKey(context: Context, error: unknown): Promise<Carried | null> {
  if (!mayBeMade(error) || context.key === null) return null;
  const { db } = context.services.database;
  const id = await tripByCreationKey(db, context.actor.id, context.key);
  const row = id === undefined ? undefined : await tripById(db, id, null);
  return row ? { body: JSON.stringify(answerOf(context, row)), replayed: true } : null;
}

/** A version that is not the one the change was made on: 409 with the trip as it stands. */
export function demandTripVersion(context: Context, row: TripRow): void {
  if (context.ifMatch !== null && context.ifMatch !== row.version)
    throw movedOn('VERSION_CONFLICT', { current: tripAnswer(row, context.timeZone) });
}

export const tripAudit = (
  context: Doer,
  action: string,
  before: TripRow | null,
  after: TripRow,
  onBehalfOf: string | null = null,
): AuditEntry => ({
  recordId: after.id,
  recordKind: 'trip',
  version: after.version,
  at: context.now,
  actorId: context.actor.id,
  onBehalfOf,
  action,
  before: before && tripSnapshot(before),
  after: tripSnapshot(after),
  origin: context.origin,
  requestKey: context.key,
});

const withPast = (context: Context, entry: AuditEntry): AuditEntry => ({
  ...entry,
  after: { ...entry.after, ...loggedPast(context) },
});

/**
 * Writes a change of a trip that is locked, and its audit row, `onBehalfOf` saying in whose place it is done; answers
 * the trip as it is then.
 */
export async function writeTrip(
  tx: Kysely<Tables>,
  context: Context,
  row: TripRow,
  changes: TripChanges,
  action: string,
  onBehalfOf: string | null = null,
): Promise<TripRow> {
  // It is locked: one that moved on would be a fault of ours, and nothing is committed.
  if (!(await changeTrip(tx, row, changes, context.now))) throw new Error('A locked trip moved on');
  const after = await tripById(tx, row.id, null);
  if (!after) throw new Error('A trip that was just written is not there');
  const previous = (await lastAuditHashes(tx, [row.id])).get(row.id) ?? '';
  await appendAudit(tx, tripAudit(context, action, row, after, onBehalfOf), previous);
  return after;
}

/**
 * A change by a trip's owner: invisible 404, another's 403, then a stored answer, version, state and fields. The trip
 * is locked from the first look on.
 */
function changeOwn(
  context: Context,
  id: string,
  asked: Asked,
  carryOut: (tx: Kysely<Tables>, row: TripRow, current: () => unknown) => Promise<Done>,
): Promise<Carried> {
  return change<TripRow>(context, asked, {
    admit: async (tx) => {
      const row = await demandVisibleTrip(tx, context.actor, await tripById(tx, id, 'change'));
      demand(mayChange(context.actor, { ownerId: row.owner_id }));
      return row;
    },
    carryOut: async (tx, row) => {
      demandTripVersion(context, row);
      return carryOut(tx, row, () => tripAnswer(row, context.timeZone));
    },
    again: async (_tx, row) => answerOf(context, row),
  });
}

/** Changes a trip while the admin has not decided; what the manager decided was another trip then (TRIP-6). */
export function updateTrip(context: Context, id: string, asked: Asked): Promise<Carried> {
  return changeOwn(context, id, asked, async (tx, row, current) => {
    demand(tripCan.edit(tripStateOf(row)), current);
    const read = readTrip(asked.body, {
      today: context.saved.today,
      timeZone: context.timeZone,
      creating: false,
      unchanged: { startDay: row.start_date, endDay: row.end_date },
    });
    if (!read.ok) throw invalid(read.message, read.errors);
    const managerStatus = afterTripEdit({ ...inputOf(row), managerStatus: row.manager_status }, read.value);
    // It waits for whoever is the manager by now (ACC-19).
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
    const after = await writeTrip(tx, context, row, { ...columnsOf(read.value), ...undecided }, 'edit');
    return { answer: answerOf(context, after), recordId: id };
  });
}

/**
 * Asks for a trip to be cancelled, or cancels it at once where nobody has approved it and it has no ticket (TRIP-7).
 * Whoever files a claim on it holds the same row meanwhile, so of a claim and a cancellation at the same moment one is
 * done and the other refused.
 */
export function cancelTrip(context: Context, id: string, asked: Asked): Promise<Carried> {
  return changeOwn(context, id, asked, async (tx, row, current) => {
    const state = tripStateOf(row);
    demand(tripCan.cancel(state, await hasClaims(tx, id)), current);
    const read = readCancellation(asked.body);
    if (!read.ok) throw invalid(read.message, read.errors);
    const cancellation = afterCancel(state, row.ticket_status === TICKETS.there);
    const after = await writeTrip(
      tx,
      context,
      row,
      { cancellation_status: cancellation, cancellation_remarks: read.value.remarks },
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
  asked: Asked,
): Promise<Carried> {
  const { db } = context.services.database;
  const used = await count(
    db,
    { bucket: `candidate:${context.actor.id}`, most: CODES_AN_HOUR, windowMillis: HOUR },
    context.now,
  );
  if (used.count > CODES_AN_HOUR)
    throw new Refusal('RATE_LIMITED', 'That is a lot of employee codes. Please wait a while.', {
      retryAfter: used.retryAfter,
    });
  return changeOwn(context, id, asked, async (tx, row, current) => {
    demand(tripCan.migrate({ ...tripStateOf(row), travelToBeDoneBy: row.done_by }), current);
    const read = readCandidateCode(code);
    if (!read.ok) throw invalid(read.message, read.errors);
    const person = await personByCode(tx, read.value);
    if (person) await writeTrip(tx, context, row, { candidate_code: person.employee_code }, 'migrate');
    const data: Person[] = person
      ? [{ name: person.name, email: person.email, employeeCode: person.employee_code }]
      : [];
    // A person, which the trip does not tell again: kept whole.
    return { answer: { success: true, data }, recordId: null };
  });
}

const APPROVED = storedStatuses('manager', ['0']);

/**
 * The claims of a trip by their dates. To whoever may see the trip; finance, which sees claims and no trips, is told of
 * those a manager approved, and of a trip without such that it is not there. The first MOST_CLAIMS are named (S3).
 */
export async function expenseIdsOf(context: Context, tripId: string): Promise<Record<string, string[]>> {
  const { actor, timeZone } = context;
  const { db } = context.services.database;
  const row = await tripById(db, tripId, null);
  if (!row) throw notFound();
  const whole = await maySeeTrip(db, actor, row);
  if (!whole && !actor.roles.includes('finance')) throw notFound();
  const claims = await claimsOfTrip(db, tripId, whole ? null : APPROVED, MOST_CLAIMS);
  if (!whole && claims.length === 0) throw notFound();
  const byDate: Record<string, string[]> = {};
  for (const claim of claims) (byDate[String(dayMillis(claim.expense_date, timeZone))] ??= []).push(claim.id);
  return byDate;
}
