import { sql, type Kysely } from 'kysely';

/**
 * What others than its taker see of a picture: the hash of its copy without the position, its own when it has none.
 * Null: stored before that was found out at upload, and found out when somebody else asks for it first.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table files add column shown_hash text`.execute(db);
  // Copies are few: by this index the removal of unused files finds those in use.
  await sql`create index files_shown on files (shown_hash) where shown_hash <> hash`.execute(db);
}
