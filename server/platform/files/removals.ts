import type { Database } from '#server/platform/database/database.ts';
import { transact } from '#server/platform/database/transact.ts';
import { isNamed, keepBytes, lockRemoval, removalsAfter } from './repository.ts';
import type { FileStore } from './store.ts';

const AT_ONCE = 200;

/**
 * Removes the bytes of files that are forgotten, after the commit that forgot them (U3): one that fails, or that a
 * database loses while it fails over, takes nothing from a row that is still there. What was cut off in between is
 * still noted, and goes with the next removal. Those that another process is about are left to it.
 */
export async function removeNoted(database: Pick<Database, 'db' | 'durable'>, files: FileStore): Promise<void> {
  for (let after = ''; ;) {
    const noted = await removalsAfter(database.db, after, AT_ONCE);
    // A power cut takes back what is committed and not synced.
    if (noted.length > 0) await database.durable();
    for (const hash of noted)
      await transact(database.db, async (tx) => {
        if (!(await lockRemoval(tx, hash))) return;
        if (!(await isNamed(tx, hash))) await files.remove(hash);
        await keepBytes(tx, hash);
      });
    const last = noted.at(-1);
    if (last === undefined || noted.length < AT_ONCE) return;
    after = last;
  }
}
