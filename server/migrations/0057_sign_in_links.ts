import { sql, type Kysely } from 'kysely';

/** Links that the server's operator makes for an organisation admin who can sign in no other way (ORG-33). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table setup_links add column signs_in text references people`.execute(db);
}
