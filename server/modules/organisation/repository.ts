import { sql, type Kysely } from 'kysely';
import type { Tables } from '#server/platform/database/tables.ts';

/** The one organisation that this server is for. */
export const readOrganisation = (
  db: Kysely<Tables>,
): Promise<{ id: string; name: string; logo: string | null; version: number }> =>
  db.selectFrom('organisation').select(['id', 'name', 'logo', 'version']).executeTakeFirstOrThrow();

/** The same as sign-in lists it. */
export async function organisationsOf(db: Kysely<Tables>): Promise<{ organisationId: string; name: string }[]> {
  const { id, name } = await readOrganisation(db);
  return [{ organisationId: id, name }];
}

export const changeOrganisation = (
  tx: Kysely<Tables>,
  what: { name: string; logo: string | null },
  now: number,
): Promise<unknown> =>
  tx
    .updateTable('organisation')
    .set(({ eb }) => ({ ...what, version: eb('version', '+', 1), updated_at: now }))
    .execute();

/**
 * The time zone that the records were filed by (null: not known yet), and whether there is a claim or a trip, whose
 * days were decided by it: of one moment.
 */
export async function keptTimeZone(db: Kysely<Tables>): Promise<{ timeZone: string | null; hasRecords: boolean }> {
  const { timeZone, hasRecords } = await db
    .selectNoFrom(({ exists, or, selectFrom, lit }) => [
      selectFrom('installation').select('time_zone').as('timeZone'),
      or([
        exists(selectFrom('claims').select(lit(1).as('one')).limit(1)),
        exists(selectFrom('trips').select(lit(1).as('one')).limit(1)),
      ]).as('hasRecords'),
    ])
    .executeTakeFirstOrThrow();
  return { timeZone, hasRecords: Boolean(hasRecords) };
}

/** Waits for records that are being filed, and lets none be filed until the transaction ends. */
export const holdRecords = (tx: Kysely<Tables>): Promise<unknown> =>
  sql`lock table claims, trips in share row exclusive mode`.execute(tx);

export const keepTimeZone = (db: Kysely<Tables>, timeZone: string): Promise<unknown> =>
  db.updateTable('installation').set({ time_zone: timeZone }).execute();
