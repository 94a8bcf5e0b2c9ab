import { sql, type Kysely } from 'kysely';

/** What a traveller likes to eat on the way. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table trips add column meal_preference text`.execute(db);
}
