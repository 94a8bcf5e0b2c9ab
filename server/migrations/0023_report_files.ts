import { sql, type Kysely } from 'kysely';

/** Every report file that was made, so that those which no campaign names any more can be removed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table report_files (file_hash text primary key, made_at bigint not null)`.execute(db);
}
