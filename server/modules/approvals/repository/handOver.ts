import { sql, type Kysely } from 'kysely';
import { UNDECIDED } from '#domain/approval.ts';
import { storedStatuses } from '#domain/status.ts';
import type { Tables } from '#server/platform/database/tables.ts';

/** What moves along when a person's manager changes (ACC-19). */

const LIVING = storedStatuses('cancellation', ['1', '2', '3']);

/** Claims of a person that wait for the decision of another manager than this one. */
export async function pendingClaimsOf(tx: Kysely<Tables>, ownerId: string, managerId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('claims')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('manager_status', '=', UNDECIDED.manager)
    .where('withdrawn_at', 'is', null)
    .where('manager_id', 'is distinct from', managerId)
    .execute();
  return rows.map((row) => row.id);
}

/** The same of trips; a cancelled one waits for nobody. */
export async function pendingTripsOf(tx: Kysely<Tables>, ownerId: string, managerId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('trips')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('manager_status', '=', UNDECIDED.manager)
    .where('cancellation_status', 'in', LIVING)
    .where('manager_id', 'is distinct from', managerId)
    .execute();
  return rows.map((row) => row.id);
}

/** Puts another manager on record for claims that the transaction has locked. */
export async function handOverClaims(
  tx: Kysely<Tables>,
  ids: readonly string[],
  managerId: string,
  now: number,
): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .updateTable('claims')
    .set((eb) => ({ manager_id: managerId, version: eb('version', '+', 1), updated_at: now }))
    .where('id', 'in', [...ids])
    .execute();
}

/** Who reports to this manager, at work or not, by id. */
export const reportsOf = async (tx: Kysely<Tables>, managerId: string): Promise<string[]> =>
  (await tx.selectFrom('people').select('id').where('manager_id', '=', managerId).orderBy('id').execute()).map(
    ({ id }) => id,
  );

/** What waits for this manager's decision, whoever raised it. */
export async function pendingWith(
  tx: Kysely<Tables>,
  managerId: string,
): Promise<{ claims: string[]; trips: string[] }> {
  const claims = await tx
    .selectFrom('claims')
    .select('id')
    .where('manager_id', '=', managerId)
    .where('manager_status', '=', UNDECIDED.manager)
    .where('withdrawn_at', 'is', null)
    .execute();
  const trips = await tx
    .selectFrom('trips')
    .select('id')
    .where('manager_id', '=', managerId)
    .where('manager_status', '=', UNDECIDED.manager)
    .where('cancellation_status', 'in', LIVING)
    .execute();
  return { claims: claims.map(({ id }) => id), trips: trips.map(({ id }) => id) };
}

/** Everybody for whose decision something waits. */
export async function decidersWithPending(db: Kysely<Tables>): Promise<Set<string>> {
  const claims = db
    .selectFrom('claims')
    .select('manager_id')
    .where('manager_status', '=', UNDECIDED.manager)
    .where('withdrawn_at', 'is', null);
  const trips = db
    .selectFrom('trips')
    .select('manager_id')
    .where('manager_status', '=', UNDECIDED.manager)
    .where('cancellation_status', 'in', LIVING);
  const rows = await claims.union(trips).execute();
  return new Set(rows.flatMap(({ manager_id }) => manager_id ?? []));
}

/** Which of these people raised something that no manager has decided yet. */
export async function ownersWithPending(tx: Kysely<Tables>, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const owners = sql<boolean>`owner_id = any(${ids}::text[])`;
  const claims = tx
    .selectFrom('claims')
    .select('owner_id')
    .where(owners)
    .where('manager_status', '=', UNDECIDED.manager)
    .where('withdrawn_at', 'is', null);
  const trips = tx
    .selectFrom('trips')
    .select('owner_id')
    .where(owners)
    .where('manager_status', '=', UNDECIDED.manager)
    .where('cancellation_status', 'in', LIVING);
  const rows = await claims.union(trips).execute();
  return new Set(rows.map(({ owner_id }) => owner_id));
}
