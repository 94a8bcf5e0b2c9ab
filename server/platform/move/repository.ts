import { sql, type Kysely, type Transaction } from 'kysely';
import type { Tables } from '#server/platform/database/tables.ts';

/** Whether a server has used the database, or somebody is in it. Nobody else changes it until the transaction ends. */
export async function isUsed(tx: Transaction<Tables>): Promise<boolean> {
  await sql`lock table lives in access exclusive mode`.execute(tx);
  const { rows } = await sql<{ used: boolean }>`
    select exists (select 1 from lives) or exists (select 1 from people) as used`.execute(tx);
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
