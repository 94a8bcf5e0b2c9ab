import { sql, type Kysely, type Transaction } from 'kysely';
import { isHeld } from '#server/platform/database/migrateInUse.ts';
import type { Tables } from '#server/platform/database/tables.ts';

/**
 * From now on nobody else changes the database until the transaction ends. `tell` hears that somebody has it now, who
 * is waited for: no lock, this one or a later one, for longer than `patience`, in milliseconds.
 */
export async function takeTables(tx: Transaction<Tables>, patience: number, tell: () => void): Promise<void> {
  const take = sql`lock table lives in access exclusive mode`;
  await sql`select set_config('lock_timeout', ${patience}::text, true)`.execute(tx);
  await sql`savepoint free`.execute(tx);
  try {
    await sql`${take} nowait`.execute(tx);
  } catch (error) {
    if (!isHeld(error)) throw error;
    await sql`rollback to savepoint free`.execute(tx);
    tell();
    await take.execute(tx);
  }
}

/** Whether a server has used the database, or somebody is in it. */
export async function isUsed(db: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql<{ used: boolean }>`
    select exists (select 1 from lives) or exists (select 1 from people) as used`.execute(db);
  return rows[0]?.used !== false;
}

/** Whether somebody is in it; it may have no tables. */
export async function hasPeople(db: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql<{ there: boolean }>`select to_regclass('people') is not null as there`.execute(db);
  if (!rows[0]?.there) return false;
  return (await db.selectFrom('people').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** Has PostgreSQL look at the new rows: plans of the first hour would be those of empty tables. */
export const analyze = (db: Kysely<Tables>): Promise<unknown> => sql`analyze`.execute(db);
