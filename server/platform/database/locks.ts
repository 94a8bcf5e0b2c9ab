import { sql, type Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/**
 * `update` keeps others from changing or sharing the rows until the transaction ends, `share` keeps others from
 * changing them.
 */
export type LockStrength = 'update' | 'share';

/**
 * Locks rows in the order of their ids, and reads nothing of them: a statement that waits for a lock goes on with the
 * row as it is by then, but with everything else (bills, tickets, names) as it was when the statement began. What
 * belongs to locked rows is read by the next statement, which sees all that was committed meanwhile. The house rule in
 * architecture.test.ts keeps the two apart.
 */
export async function lockRows(
  tx: Kysely<Tables>,
  table: 'claims' | 'trips' | 'tally_batches',
  ids: readonly string[],
  strength: LockStrength = 'update',
): Promise<void> {
  const strongly = sql`select id from ${sql.table(table)} where id = any(${ids}::text[]) order by id for update`;
  const shared = sql`select id from ${sql.table(table)} where id = any(${ids}::text[]) order by id for share`;
  await (strength === 'update' ? strongly : shared).execute(tx);
}
