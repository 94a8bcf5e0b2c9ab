import { sql, type Kysely } from 'kysely';
import type { Tables } from '#server/database/tables.ts';

/** When this life of the database began, in epoch milliseconds; undefined when no server has seen it yet. */
export const lifeBegan = async (db: Kysely<Tables>, life: string): Promise<number | undefined> =>
  (await db.selectFrom('lives').select('since').where('life', '=', life).executeTakeFirst())?.since;

/**
 * Notes a life that begins, and ends what the restored data may have brought back: sessions, codes, keys and used-up tokens that a later moment had
 * ended (S14). `since`: what is older ends. Servers that start at once agree on one. Answers when it began, and to the first how many it ended.
 */
export async function beginLife(tx: Kysely<Tables>, life: string, since: number, now: number): Promise<{ since: number; ended: { sessions: number; keys: number } | null }> {
  let ended = null;
  const first = await tx.insertInto('lives').values({ life, since }).onConflict((conflict) => conflict.doNothing()).executeTakeFirst();
  if (first.numInsertedOrUpdatedRows === 1n) {
    const sessions = await tx.updateTable('sessions').set({ ended_at: now }).where('ended_at', 'is', null).where('created_at', '<', since).executeTakeFirst();
    const keys = await tx.updateTable('api_keys').set({ ended_at: now }).where('ended_at', 'is', null).where('created_at', '<', since).executeTakeFirst();
    ended = { sessions: Number(sessions.numUpdatedRows), keys: Number(keys.numUpdatedRows) };
    await tx.deleteFrom('sign_in_requests').where('asked_at', '<', since).execute();
  }
  return { since: (await lifeBegan(tx, life)) ?? since, ended };
}

/** True when a server has seen any life of this database. */
export const hasLived = async (db: Kysely<Tables>): Promise<boolean> => (await sql<{ found: boolean }>`select exists (select 1 from lives) as found`.execute(db)).rows[0]?.found === true;
