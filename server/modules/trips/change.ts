import type { Kysely } from 'kysely';
import type { Tables } from '#server/platform/database/tables.ts';
import { movedOn, forbidden } from '#server/platform/base/errors.ts';
import { changeTrip, tripById, type TripChanges, type TripRow } from './repository/trips.ts';
import { appendAudit, type AuditEntry } from '#server/platform/audit/audit.ts';
import type { Context, Doer } from '#server/platform/http/context.ts';
import { tripAnswer, tripSnapshot } from './presenter.ts';
import { lastAuditHashes } from '#server/platform/audit/repository/audit.ts';
import { isApprover } from '#domain/access.ts';
import { mayActOnTrip } from '#domain/tripDecision.ts';
import type { Verdict } from '#domain/verdict.ts';
import { assertAllowed } from '#server/platform/http/assertAllowed.ts';
import { assertVisibleTrip } from './policy.ts';
import {
  change,
  type CommandRequest,
  type CommandResult,
  type CommandOutcome,
} from '#server/platform/idempotency/change.ts';
import { mayAdministerIt, mayDecideIt } from '#server/modules/people/index.ts';

/** What every change of a trip has in common: its version, its write and its row of the audit log. */

export const answerOf = (context: Context, row: TripRow) => ({
  success: true as const,
  data: tripAnswer(row, context.timeZone),
});

/** A version other than the one the change was made on: 409 with the current trip. */
export function assertTripVersion(context: Context, row: TripRow): void {
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
  // It is locked: one that moved on would be a bug, and nothing is committed.
  if (!(await changeTrip(tx, row, changes, context.now))) throw new Error('A locked trip moved on');
  const after = await tripById(tx, row.id, null);
  if (!after) throw new Error('A trip that was just written is not there');
  const previous = (await lastAuditHashes(tx, [row.id])).get(row.id) ?? '';
  await appendAudit(tx, tripAudit(context, action, row, after, onBehalfOf), previous);
  return after;
}

/** What every act on a trip by its manager or an admin has in common. */

/** Who decides, in which of their roles. */
export type Office = 'manager' | 'admin';

export const isIn = (context: Context, office: Office): boolean =>
  office === 'manager' ? isApprover(context.actor) : context.actor.roles.includes(office);

/**
 * May this person act on the trip at all? Nobody on their own; as a manager only the one on record or their stand-in;
 * as an admin nobody who decided it as a manager.
 */
export const mayAct = ({ actor }: Context, office: Office, row: TripRow): Verdict =>
  office === 'admin' ? mayAdministerIt(actor, row) : mayDecideIt(actor, row);

/**
 * One act of an office: one's own 403, invisible 404, without the role 403; then a stored answer, version, state and
 * fields.
 */
export function act(
  context: Context,
  office: Office,
  id: string,
  request: CommandRequest,
  judge: (row: TripRow) => Verdict,
  execute: (tx: Kysely<Tables>, row: TripRow) => Promise<TripRow>,
): Promise<CommandResult> {
  return change<TripRow>(context, request, {
    authorize: async (tx) => {
      const row = await tripById(tx, id, 'change');
      if (row) assertAllowed(mayActOnTrip(context.actor.id, { ownerId: row.owner_id }));
      const seen = await assertVisibleTrip(tx, context.actor, row);
      if (!isIn(context, office)) throw forbidden();
      assertAllowed(mayAct(context, office, seen));
      return seen;
    },
    execute: async (tx, row): Promise<CommandOutcome> => {
      assertTripVersion(context, row);
      assertAllowed(judge(row), () => tripAnswer(row, context.timeZone));
      return { answer: { success: true, data: tripAnswer(await execute(tx, row), context.timeZone) }, recordId: id };
    },
    rebuildAnswer: async (_tx, row) => ({ success: true, data: tripAnswer(row, context.timeZone) }),
  });
}
