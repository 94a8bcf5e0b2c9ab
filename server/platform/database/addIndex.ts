import { sql, type Kysely, type RawBuilder } from 'kysely';

/**
 * Makes an index unless it is there. `on`: what it is on, such as sql`claims (owner_id)`. Outside of a transaction
 * others read and write the table meanwhile, and what a making that was cut off left behind is made anew; in one, as on
 * the embedded database, they wait until it ends.
 */
export async function addIndex(db: Kysely<unknown>, name: string, on: RawBuilder<unknown>): Promise<void> {
  const index = sql.table(name);
  if (db.isTransaction) {
    await sql`create index if not exists ${index} on ${on}`.execute(db);
    return;
  }
  const { rows } = await sql<{ whole: boolean }>`
    select indisvalid as whole from pg_index where indexrelid = to_regclass(${name})`.execute(db);
  if (rows[0]?.whole === true) return;
  await sql`drop index concurrently if exists ${index}`.execute(db);
  await sql`create index concurrently ${index} on ${on}`.execute(db);
}
