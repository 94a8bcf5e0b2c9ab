import { DEVICE_STORE } from '#storage/schema.ts';
import type { Ring } from '#storage/vault.ts';

/** Reads of the device's store before the code that keeps it is there. */

/** The store as it is; null where there is none, or where the browser refuses it. Makes and changes nothing. */
const openDevice = (): Promise<IDBDatabase | null> =>
  new Promise((resolve) => {
    try {
      const opening = indexedDB.open(DEVICE_STORE);
      // There was none: making one is for the code that knows what belongs into it.
      opening.onupgradeneeded = () => opening.transaction?.abort();
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => resolve(null);
    } catch {
      resolve(null);
    }
  });

const answerOf = (request: IDBRequest): Promise<unknown> =>
  new Promise((resolve) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => resolve(undefined);
  });

/** A person's keys by the hash of their id, and what lies under `name`; null where either is not there. */
export async function readDevice(
  person: Promise<string>,
  name: string,
): Promise<{ ring: Ring; value: unknown } | null> {
  const [db, hash] = await Promise.all([openDevice(), person]);
  if (!db) return null;
  try {
    const tx = db.transaction(['keys', 'meta'], 'readonly');
    const [ring, value] = await Promise.all([
      answerOf(tx.objectStore('keys').get(hash)),
      answerOf(tx.objectStore('meta').get(name)),
    ]);
    return typeof ring === 'object' && ring !== null && 'keys' in ring && value !== undefined
      ? { ring: ring as Ring, value }
      : null;
  } catch {
    return null;
  } finally {
    db.close();
  }
}
