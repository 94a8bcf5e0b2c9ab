import { sql, type Kysely } from 'kysely';

/** Who used a setup link, and by which attempt: the browser whose answer was lost may ask again (ORG-8). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table setup_links add column attempt_hash text, add column person_id text references people`.execute(
    db,
  );
}
