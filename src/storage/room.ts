import { isQuotaError, StorageFullError } from './errors.ts';
import type { PersonStore } from './open.ts';
import { SHED_STORES } from './schema.ts';

/** Lets go of what can be fetched again. Unsent work is never touched (ST-1). */
const makeRoom = (store: PersonStore): Promise<void> =>
  store.write([...SHED_STORES], async (tx) => {
    await Promise.all(SHED_STORES.map((name) => tx.objectStore(name).clear()));
  });

/**
 * Runs a write; when there is no room for it, makes some, then `further` ones in their order, and tries again. Throws
 * StorageFullError when that does not help (X26).
 */
export async function withRoom<R>(
  store: PersonStore,
  write: () => Promise<R>,
  ...further: ((store: PersonStore) => Promise<void>)[]
): Promise<R> {
  let full: unknown;
  for (const room of [undefined, makeRoom, ...further]) {
    try {
      await room?.(store);
      return await write();
    } catch (error) {
      if (!isQuotaError(error)) throw error;
      full = error;
    }
  }
  throw new StorageFullError(full);
}
