import { sql, type Kysely } from 'kysely';

/** The mails of a day's head wait among all others; what waited here is in the head's file and in the next mail. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop table audit_head_mails`.execute(db);
}
