import type { Kysely } from 'kysely';
import type { Tables } from '#server/platform/database/tables.ts';

/** Puts another manager on record for claims that the transaction has locked (ACC-19). */
export async function handOverClaims(
  tx: Kysely<Tables>,
  ids: readonly string[],
  managerId: string,
  now: number,
): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .updateTable('claims')
    .set((eb) => ({ manager_id: managerId, version: eb('version', '+', 1), updated_at: now }))
    .where('id', 'in', [...ids])
    .execute();
}

/** Who reports to this manager, at work or not, by id. */
export const reportsOf = async (tx: Kysely<Tables>, managerId: string): Promise<string[]> =>
  (await tx.selectFrom('people').select('id').where('manager_id', '=', managerId).orderBy('id').execute()).map(
    ({ id }) => id,
  );
