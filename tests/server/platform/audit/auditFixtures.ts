import type { Kysely } from 'kysely';
import type { Tables } from '#server/platform/database/tables.ts';
import type { Api } from '#tests/support/api.ts';
import { approve, expenseBody, file, update } from '#tests/support/expenses.ts';
import { unlocked } from '#tests/support/unlocked.ts';

/** Files a claim that has three rows in the log, and another one after it. */
export async function threeRows(employee: Api, manager: Api): Promise<string> {
  const claim = await file(employee);
  const id = claim.expenseId;
  await update(employee, id, expenseBody(claim.billUrl[0]?.fingerPrint ?? ''));
  await approve(manager, id);
  await file(employee);
  return id;
}

class TakenBack extends Error {}

/** Works in a transaction in which the log is no longer protected, and takes back what it did. */
export async function takenBack<T>(db: Kysely<Tables>, work: (tx: Kysely<Tables>) => Promise<T>): Promise<T> {
  let found: { is: T } | undefined;
  await unlocked(db, async (tx) => {
    found = { is: await work(tx) };
    throw new TakenBack();
  }).catch((error: unknown) => {
    if (!(error instanceof TakenBack)) throw error;
  });
  if (!found) throw new Error('Nobody looked');
  return found.is;
}
