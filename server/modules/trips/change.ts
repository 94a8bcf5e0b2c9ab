import type { Kysely } from 'kysely';
import type { Tables } from '#server/platform/database/tables.ts';
import { movedOn } from '#server/platform/base/errors.ts';
import { changeTrip, tripById, type TripChanges, type TripRow } from './repository/trips.ts';
import { appendAudit, type AuditEntry } from '#server/platform/audit/audit.ts';
import type { Context, Doer } from '#server/platform/http/context.ts';
import { tripAnswer, tripSnapshot } from './presenter.ts';
import { lastAuditHashes } from '#server/platform/audit/repository/audit.ts';

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
  // It is locked: one that moved on would be a fault of ours, and nothing is committed.
  if (!(await changeTrip(tx, row, changes, context.now))) throw new Error('A locked trip moved on');
  const after = await tripById(tx, row.id, null);
  if (!after) throw new Error('A trip that was just written is not there');
  const previous = (await lastAuditHashes(tx, [row.id])).get(row.id) ?? '';
  await appendAudit(tx, tripAudit(context, action, row, after, onBehalfOf), previous);
  return after;
}
