import { sql, type Kysely } from 'kysely';

/**
 * A GIN index keeps new entries in a list first, which each search reads from end to end. At PostgreSQL's own limit of
 * 4 MB whoever fills it moves all of it at once, which held up the embedded database for 140 ms. Kilobytes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const index of ['notifications_subjects', 'leaver_links_tokens', 'claim_bills_paper'])
    await sql`alter index ${sql.table(index)} set (gin_pending_list_limit = 64)`.execute(db);
}
