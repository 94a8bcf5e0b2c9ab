import { sql, type Kysely } from 'kysely';

/** By which days the records of this installation are filed (ORG-36). Null: as the next start says. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table installation add column time_zone text`.execute(db);
}
