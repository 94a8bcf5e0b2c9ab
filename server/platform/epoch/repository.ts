import { sql, type Kysely } from 'kysely';
import type { Tables } from '#server/platform/database/tables.ts';

/** When this life of the database began, in epoch milliseconds; undefined when no server has seen it yet. */
export const lifeBegan = async (db: Kysely<Tables>, life: string): Promise<number | undefined> =>
  (await db.selectFrom('lives').select('since').where('life', '=', life).executeTakeFirst())?.since;

export interface BegunLife {
  since: number;
  ended: { sessions: number; keys: number } | null;
}

/**
 * Notes a life that begins, and ends what the restored data may have brought back: sessions, codes, keys and used-up
 * tokens that a later moment had ended (S14). `since`: what is older ends. Servers that start at once agree on one.
 * Answers when it began, and to the first how many it ended.
 */
export async function beginLife(tx: Kysely<Tables>, life: string, since: number, now: number): Promise<BegunLife> {
  let ended = null;
  const first = await tx
    .insertInto('lives')
    .values({ life, since })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (first.numInsertedOrUpdatedRows === 1n) {
    const end = async (table: 'sessions' | 'api_keys'): Promise<number> => {
      const living = tx.updateTable(table).set({ ended_at: now }).where('ended_at', 'is', null);
      return Number((await living.where('created_at', '<', since).executeTakeFirst()).numUpdatedRows);
    };
    ended = { sessions: await end('sessions'), keys: await end('api_keys') };
    await tx.deleteFrom('sign_in_requests').where('asked_at', '<', since).execute();
  }
  return { since: (await lifeBegan(tx, life)) ?? since, ended };
}

/** True when a server has seen any life of this database. */
export const hasLived = async (db: Kysely<Tables>): Promise<boolean> =>
  (await sql<{ found: boolean }>`select exists (select 1 from lives) as found`.execute(db)).rows[0]?.found === true;

/** What tells this database from another one, from one put back, and its tables from others. */
export const identityOf = (db: Kysely<Tables>) =>
  sql<{ life: string; made: string }>`
    select concat_ws('/', (select system_identifier from pg_control_system()),
      (select timeline_id from pg_control_checkpoint()),
      (select oid from pg_database where datname = current_database())) as life,
      'sessions'::regclass::oid::text as made`.execute(db);
