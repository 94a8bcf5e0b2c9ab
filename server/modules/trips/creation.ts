import { NEW_TRIP } from '#domain/trip.ts';
import type { TripInput } from '#domain/tripFields.ts';
import { TICKETS } from '#domain/tripDecision.ts';
import { parseTrip } from '#domain/tripParsing.ts';
import { invalidRequest } from '#server/platform/base/errors.ts';
import { readCreationRow, type CreationRow } from '#server/platform/idempotency/repository/creation.ts';
import { tripByCreationKey, tripById, UNSEEN, type NewTrip, type TripRow } from './repository/trips.ts';
import { newAuditRow, type AuditEntry } from '#server/platform/audit/audit.ts';
import { create, type CommandRequest, type CommandResult, type Creation } from '#server/platform/idempotency/change.ts';
import { countingFor, policiesAt } from '#server/modules/expensePolicy/index.ts';
import type { Context } from '#server/platform/http/context.ts';
import { mayBeMade } from '#server/platform/limits/creationQuota.ts';
import { columnsOf } from './presenter.ts';
import { answerOf, tripAudit } from './change.ts';
import { loggedBackdating } from '#server/modules/claims/index.ts';

/** Making a trip: once under its Idempotency-Key, whatever becomes of the stored answer. */

/** A trip as it is made, before it is written: everything its answer says. */
function newTrip(context: Context, input: TripInput, creation: CreationRow): { columns: NewTrip; row: TripRow } {
  const { actor, now, key, saved } = context;
  const columns: NewTrip = {
    id: context.newId('TRP'),
    owner_id: actor.id,
    manager_id: creation.managerId,
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
    manager_email: creation.managerEmail,
    manager_name: creation.managerName,
    decider_name: null,
  };
  return { columns, row: { ...UNSEEN, ...columns, ...names, tickets: [], further_tickets: [] } };
}

async function prepareTrip(context: Context, request: CommandRequest): Promise<Creation> {
  const { actor, key, services } = context;
  const creation = await readCreationRow(services.database.db, actor.id, [], key);
  if (creation.stored) return { stored: creation.stored };
  const parsed = parseTrip(request.body, {
    today: context.saved.today,
    timeZone: context.timeZone,
    creating: true,
    policies: countingFor(await policiesAt(services, services.database.db, creation.policyVersion), context),
  });
  if (!parsed.ok) throw invalidRequest(parsed.message, parsed.errors);
  const { columns, row } = newTrip(context, parsed.value, creation);
  const history = newAuditRow(withBackdating(context, tripAudit(context, 'create', null, row)));
  return {
    stored: null,
    answer: answerOf(context, row),
    recordId: row.id,
    managerId: creation.managerId,
    rows: { trips: [columns], audit_log: [history] },
  };
}

/** Asks for a trip (TRIP-1 to TRIP-5). */
export async function createTrip(context: Context, request: CommandRequest): Promise<CommandResult> {
  try {
    return await create(
      context,
      request,
      () => prepareTrip(context, request),
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
 * The key outlives its stored answer in a unique column: what it created is returned as it is now, and nothing is
 * created twice.
 */
async function madeUnderKey(context: Context, error: unknown): Promise<CommandResult | null> {
  if (!mayBeMade(error) || context.key === null) return null;
  const { db } = context.services.database;
  const id = await tripByCreationKey(db, context.actor.id, context.key);
  const row = id === undefined ? undefined : await tripById(db, id, null);
  return row ? { body: JSON.stringify(answerOf(context, row)), replayed: true } : null;
}

const withBackdating = (context: Context, entry: AuditEntry): AuditEntry => ({
  ...entry,
  after: { ...entry.after, ...loggedBackdating(context) },
});
