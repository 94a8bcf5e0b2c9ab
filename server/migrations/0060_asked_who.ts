import { sql, type Kysely } from 'kysely';

/**
 * When a provider last asked who somebody is, where it says so: its session may be older than ours (SES-44). Null: as
 * the session was opened.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table sessions add column signed_in_at bigint`.execute(db);
}
