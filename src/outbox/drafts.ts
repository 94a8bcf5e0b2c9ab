import type { PersonStore } from '#storage/open.ts';
import { withRoom } from '#storage/room.ts';
import type { BlobRow } from '#storage/schema.ts';
import { cipherOf, seal, unseal, type Cipher } from '#storage/vault.ts';
import { blobsOf } from '#storage/confirmed.ts';

/** Forms as they are being filled in (DR-1), sealed like everything else. `enqueue` removes the draft it was made from. */
export interface DraftBill {
  localId: string;
  bytes: ArrayBuffer;
  name: string;
  type: string;
}
export interface Draft {
  value: unknown;
  bills: DraftBill[];
  /** Epoch milliseconds of the device when it was saved. */
  at: number;
}
export interface Drafts {
  /** Durable when it resolves. Bytes of a bill with a known localId are not written again. Throws StorageFullError. */
  saveDraft(key: string, value: unknown, bills?: readonly DraftBill[]): Promise<void>;
  loadDraft(key: string): Promise<Draft | null>;
  removeDraft(key: string): Promise<void>;
  /** Keys of all drafts, newest first. */
  listDrafts(): Promise<{ key: string; at: number }[]>;
}

/** Files that another app shared: kept under this key until a form takes them in. Its value is null. */
export const SHARED_DRAFT = 'shared';

const DRAFT_VERSION = 1;
const blobOwner = (key: string): string => `draft:${key}`;
const contextOf = (key: string): string => `drafts/${key}`;
const blobContext = (key: string, localId: string): string => `blobs/${blobOwner(key)}/${localId}`;

interface Content {
  value: unknown;
  bills: { localId: string; name: string; type: string }[];
}

export function openDrafts(store: PersonStore, vault: CryptoKey | Cipher, now: () => number): Drafts {
  const cipher = cipherOf(vault);
  return {
    async saveDraft(key, value, bills = []) {
      const owner = blobOwner(key);
      const at = now();
      const known = new Set((await store.read(['blobs'], (tx) => tx.objectStore('blobs').getAllKeys(blobsOf(owner)))).map(([, localId]) => localId));
      const blobs: BlobRow[] = [];
      for (const { localId, bytes } of bills) if (!known.has(localId)) blobs.push({ owner, localId, sealed: await cipher.seal(bytes, blobContext(key, localId)) });
      const content: Content = { value, bills: bills.map(({ localId, name, type }) => ({ localId, name, type })) };
      const sealed = await seal(cipher, content, contextOf(key));
      const gone = [...known].filter((localId) => !bills.some((bill) => bill.localId === localId));
      await withRoom(store, () =>
        store.write(['drafts', 'blobs'], async (tx) => {
          const writes: Promise<unknown>[] = [tx.objectStore('drafts').put({ key, v: DRAFT_VERSION, at, sealed })];
          for (const blob of blobs) writes.push(tx.objectStore('blobs').put(blob));
          for (const localId of gone) writes.push(tx.objectStore('blobs').delete([owner, localId]));
          await Promise.all(writes);
        }),
      );
    },
    async loadDraft(key) {
      const { row, blobs } = await store.read(['drafts', 'blobs'], async (tx) => {
        const [row, blobs] = await Promise.all([tx.objectStore('drafts').get(key), tx.objectStore('blobs').getAll(blobsOf(blobOwner(key)))]);
        return { row, blobs };
      });
      if (!row || row.v > DRAFT_VERSION) return null;
      const content = (await unseal(cipher, row.sealed, contextOf(key)).catch(() => null)) as Content | null;
      if (!content) return null;
      const bills: DraftBill[] = [];
      for (const { localId, name, type } of content.bills) {
        const blob = blobs.find((each) => each.localId === localId);
        const bytes = blob ? await cipher.unseal(blob.sealed, blobContext(key, localId)).catch(() => null) : null;
        // A bill that cannot be read is left out; the rest of the form is still there.
        if (bytes) bills.push({ localId, bytes, name, type });
      }
      return { value: content.value, bills, at: row.at };
    },
    removeDraft: (key) =>
      store.write(['drafts', 'blobs'], async (tx) => {
        await Promise.all([tx.objectStore('drafts').delete(key), tx.objectStore('blobs').delete(blobsOf(blobOwner(key)))]);
      }),
    async listDrafts() {
      const rows = await store.read(['drafts'], (tx) => tx.objectStore('drafts').getAll());
      return rows.filter(({ v }) => v <= DRAFT_VERSION).map(({ key, at }) => ({ key, at })).sort((a, b) => b.at - a.at);
    },
  };
}
