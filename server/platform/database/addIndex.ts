import { setTimeout as pause } from 'node:timers/promises';
import { sql, type Kysely, type RawBuilder } from 'kysely';

const LOOK_AGAIN = 500;

/** Whether it may be read, is there and may not, or is not there. */
async function stateOf(db: Kysely<unknown>, name: string): Promise<'whole' | 'half' | 'absent'> {
  const { rows } = await sql<{ whole: boolean }>`
    select indisvalid as whole from pg_index where indexrelid = to_regclass(${name})`.execute(db);
  return rows[0] ? (rows[0].whole ? 'whole' : 'half') : 'absent';
}

/** The process that began it may be gone: what it asked for goes on. */
async function isBeingMade(db: Kysely<unknown>, name: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from pg_stat_progress_create_index where index_relid = to_regclass(${name})`.execute(db);
  return rows.length > 0;
}

/**
 * Makes an index unless it is there. `on`: what it is on, such as sql`claims (owner_id)`. Outside of a transaction
 * others read and write the table meanwhile, what somebody else makes is waited for, and what was cut off is made anew;
 * in one, as on the embedded database, they wait until it ends.
 */
export async function addIndex(db: Kysely<unknown>, name: string, on: RawBuilder<unknown>): Promise<void> {
  const index = sql.table(name);
  if (db.isTransaction) {
    await sql`create index if not exists ${index} on ${on}`.execute(db);
    return;
  }
  while (await isBeingMade(db, name)) await pause(LOOK_AGAIN);
  const state = await stateOf(db, name);
  if (state === 'whole') return;
  if (state === 'half') await sql`drop index concurrently if exists ${index}`.execute(db);
  await sql`create index concurrently ${index} on ${on}`.execute(db);
}
