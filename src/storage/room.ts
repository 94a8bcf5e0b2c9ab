import { isQuotaError, StorageFullError } from './errors.ts';
import type { PersonStore } from './open.ts';
import { SHED_STORES } from './schema.ts';

/** Lets go of what can be fetched again. Unsent work is never touched (ST-1). */
export const makeRoom = (store: PersonStore): Promise<void> =>
  store.write([...SHED_STORES], async (tx) => {
    await Promise.all(SHED_STORES.map((name) => tx.objectStore(name).clear()));
  });

/** Runs a write; when there is no room for it, makes some and tries once more. Throws StorageFullError when that does not help (X26). */
export async function withRoom<R>(store: PersonStore, write: () => Promise<R>): Promise<R> {
  try {
    return await write();
  } catch (error) {
    if (!isQuotaError(error)) throw error;
  }
  try {
    await makeRoom(store);
    return await write();
  } catch (error) {
    throw isQuotaError(error) ? new StorageFullError(error) : error;
  }
}
