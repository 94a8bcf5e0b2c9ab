import { sql, type Kysely } from 'kysely';

/** Bytes of which nothing tells any more: noted in the transaction that forgot them, removed after it (U3). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table file_removals (hash text primary key)`.execute(db);
}
