import type { Kysely } from 'kysely';
import type { Tables } from '#server/platform/database/tables.ts';
import type { Doer } from '#server/platform/http/context.ts';
import { changeManager } from '#server/modules/approvals/index.ts';
import { lineAbove, personById } from '#server/modules/people/index.ts';
import { writeRow, type WholePersonRow } from './repository.ts';
import { giveRole } from './writing.ts';

/** The nearest manager above who is at work; null: there is none. */
async function managerAtWork(tx: Kysely<Tables>, id: string): Promise<string | null> {
  for (const above of await lineAbove(tx, id)) if ((await personById(tx, above))?.disabled === false) return above;
  return null;
}

/**
 * Where a person's manager has left, the next one above who is at work takes their place, or nobody (ORG-6). The
 * caller holds the reporting lines.
 */
export async function comeUnderManagerAtWork(tx: Kysely<Tables>, doer: Doer, row: WholePersonRow): Promise<void> {
  const manager = row.manager_id === null ? null : await managerAtWork(tx, row.id);
  if (manager === null) await writeRow(tx, row.id, { manager_id: null });
  else if (manager !== row.manager_id) {
    await giveRole(tx, doer, manager, 'manager');
    await changeManager(tx, doer, row.id, manager);
  }
}
