import type { PersonStore } from './open.ts';
import { withRoom } from './room.ts';
import { cipherOf, seal, unseal, type Vault } from './vault.ts';

/**
 * Answers of the server as they were read, one per key, with the moment they were read. The first to go when space runs
 * out.
 */
export interface Reads {
  putRead(key: string, value: unknown, at: number): Promise<void>;
  /** null when it is not there, or cannot be opened: it can be fetched again. */
  getRead(key: string): Promise<{ value: unknown; at: number } | null>;
  dropReads(): Promise<void>;
}

export function openReads(store: PersonStore, vault: Vault): Reads {
  const cipher = cipherOf(vault);
  return {
    async putRead(key, value, at) {
      const sealed = await seal(cipher, value, `reads/${key}`);
      await withRoom(store, () => store.write(['reads'], (tx) => tx.objectStore('reads').put({ key, at, sealed })));
    },
    async getRead(key) {
      const row = await store.read(['reads'], (tx) => tx.objectStore('reads').get(key));
      if (!row) return null;
      return unseal(cipher, row.sealed, `reads/${key}`).then(
        (value) => ({ value, at: row.at }),
        () => null,
      );
    },
    dropReads: () => store.write(['reads'], (tx) => tx.objectStore('reads').clear()),
  };
}
