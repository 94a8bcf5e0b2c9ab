import { sql, type Kysely } from 'kysely';

/** Finds the sales trips of a person on a day (DOC-25). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index claims_rides_of_day on claims (owner_id, expense_date) where kind = 1`.execute(db);
}
