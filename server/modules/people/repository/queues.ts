import { sql, type Kysely, type RawBuilder } from 'kysely';
import { storedStatuses, UNDECIDED } from '#domain/status.ts';
import type { Tables } from '#server/platform/database/tables.ts';

/** What waits for whose decision. */

const LIVING = storedStatuses('cancellation', ['1', '2', '3']);

/** Claims that no manager has decided. */
const undecidedClaims = (db: Kysely<Tables>) =>
  db.selectFrom('claims').where('manager_status', '=', UNDECIDED.manager).where('withdrawn_at', 'is', null);

/** Trips that no manager has decided; a cancelled one waits for nobody. */
const undecidedTrips = (db: Kysely<Tables>) =>
  db.selectFrom('trips').where('manager_status', '=', UNDECIDED.manager).where('cancellation_status', 'in', LIVING);

const ids = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id);

/** What waits for this manager's decision, whoever raised it. */
export async function pendingWith(
  db: Kysely<Tables>,
  managerId: string,
): Promise<{ claims: string[]; trips: string[] }> {
  const claims = await undecidedClaims(db).select('id').where('manager_id', '=', managerId).orderBy('id').execute();
  const trips = await undecidedTrips(db).select('id').where('manager_id', '=', managerId).orderBy('id').execute();
  return { claims: ids(claims), trips: ids(trips) };
}

const owns = (owners: readonly string[]): RawBuilder<boolean> => sql<boolean>`owner_id = any(${owners}::text[])`;

/** What of these people's waits for the decision of another manager than this one. */
export async function pendingOf(
  tx: Kysely<Tables>,
  owners: readonly string[],
  managerId: string,
): Promise<{ claims: string[]; trips: string[] }> {
  const [claims, trips] = [
    await undecidedClaims(tx)
      .select('id')
      .where(owns(owners))
      .where('manager_id', 'is distinct from', managerId)
      .orderBy('id')
      .execute(),
    await undecidedTrips(tx)
      .select('id')
      .where(owns(owners))
      .where('manager_id', 'is distinct from', managerId)
      .orderBy('id')
      .execute(),
  ];
  return { claims: ids(claims), trips: ids(trips) };
}

/** Who reports to a manager at work, and how many requests wait for the manager's decision. */
export async function dutiesOfManager(
  tx: Kysely<Tables>,
  managerId: string,
): Promise<{ reports: number; pending: number }> {
  const { n } = await tx
    .selectFrom('people')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('manager_id', '=', managerId)
    .where('disabled', '=', false)
    .executeTakeFirstOrThrow();
  const { claims, trips } = await pendingWith(tx, managerId);
  return { reports: Number(n), pending: claims.length + trips.length };
}

/** Everybody for whose decision something waits. */
export async function decidersWithPending(db: Kysely<Tables>): Promise<Set<string>> {
  const rows = await undecidedClaims(db).select('manager_id').union(undecidedTrips(db).select('manager_id')).execute();
  return new Set(rows.flatMap(({ manager_id }) => manager_id ?? []));
}

/** Which of these people raised something that no manager has decided yet. */
export async function ownersWithPending(tx: Kysely<Tables>, owners: readonly string[]): Promise<Set<string>> {
  if (owners.length === 0) return new Set();
  const claims = undecidedClaims(tx).select('owner_id').where(owns(owners));
  const rows = await claims.union(undecidedTrips(tx).select('owner_id').where(owns(owners))).execute();
  return new Set(rows.map(({ owner_id }) => owner_id));
}
