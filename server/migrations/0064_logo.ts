import { sql, type Kysely } from 'kysely';

/** The organisation's logo, as a data address that a page can show (ORG-37). Null: none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table organisation add column logo text`.execute(db);
}
