import { sql, type Kysely } from 'kysely';

/**
 * When the owner of a claim or trip saved it on a device, beside when it arrived (TM-2). Null: nothing was said of it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table claims add column saved_at bigint`.execute(db);
  await sql`alter table trips add column saved_at bigint`.execute(db);
}
