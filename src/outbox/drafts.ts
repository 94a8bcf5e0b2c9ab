import type { PersonStore } from '#storage/open.ts';
import { withRoom } from '#storage/room.ts';
import type { BlobRow, DraftRow, WriteTx } from '#storage/schema.ts';
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
/** Written by a newer version of the app (OB-11), or no longer readable. */
export type KeptAside = 'newer' | 'damaged';
export interface Drafts {
  /** Durable when it resolves. Bytes of a bill with a known localId are not written again. Throws StorageFullError. */
  saveDraft(key: string, value: unknown, bills?: readonly DraftBill[]): Promise<void>;
  /** A draft that this build cannot open goes aside and is not lost; one that went aside and opens now comes back. */
  loadDraft(key: string): Promise<Draft | null>;
  removeDraft(key: string): Promise<void>;
  /** Why something that was typed here lies aside; null when nothing does. */
  keptAside(key: string): Promise<KeptAside | null>;
  /** Throws away what lies aside and can never be read; what a newer version wrote stays. */
  dropAside(key: string): Promise<void>;
  /** Keys of all drafts, newest first. */
  listDrafts(): Promise<{ key: string; at: number }[]>;
}

/** Files that another app shared: kept under this key until a form takes them in. Its value says what could not be kept. */
export const SHARED_DRAFT = 'shared';
/** A shared file that is no bill, or one too many: the form says so when it opens. */
export interface LeftOut {
  name: string;
  why: 'type' | 'empty' | 'tooMany';
}
export const leftOutOf = (shared: Pick<Draft, 'value'> | null): readonly LeftOut[] => (shared?.value as { leftOut?: LeftOut[] } | null | undefined)?.leftOut ?? [];

const DRAFT_VERSION = 1;
const blobOwner = (key: string): string => `draft:${key}`;
const contextOf = (key: string): string => `drafts/${key}`;
const blobContext = (key: string, localId: string): string => `blobs/${blobOwner(key)}/${localId}`;

interface Content {
  value: unknown;
  bills: { localId: string; name: string; type: string }[];
}

/** Where a draft lies that this build cannot open: whatever is typed from then on has the place of its own. */
const ASIDE = 'aside/';
const asideOf = (key: string): string => `${ASIDE}${crypto.randomUUID()}/${key}`;
const isAsideOf = (row: DraftRow, key: string): boolean => row.key.startsWith(ASIDE) && row.key.slice(row.key.indexOf('/', ASIDE.length) + 1) === key;

/** Gives a draft another place, its bytes too; what is sealed stays sealed for the place it was typed in. Nothing when it has changed since it was read. */
async function move(tx: WriteTx, row: DraftRow, to: string): Promise<void> {
  const [drafts, blobs] = [tx.objectStore('drafts'), tx.objectStore('blobs')];
  const [now, bytes] = await Promise.all([drafts.get(row.key), blobs.getAll(blobsOf(blobOwner(row.key)))]);
  if (now?.at !== row.at || now.v !== row.v) return;
  await Promise.all([drafts.delete(row.key), blobs.delete(blobsOf(blobOwner(row.key))), drafts.put({ ...now, key: to }), ...bytes.map((blob) => blobs.put({ ...blob, owner: blobOwner(to) }))]);
}

export function openDrafts(store: PersonStore, vault: CryptoKey | Cipher, now: () => number): Drafts {
  const cipher = cipherOf(vault);
  /** What a draft says that was typed at `key`, wherever it lies; null when this build cannot open it. */
  const contentOf = async (row: DraftRow, key: string): Promise<Content | null> =>
    row.v > DRAFT_VERSION ? null : ((await unseal(cipher, row.sealed, contextOf(key)).catch(() => null)) as Content | null);
  const rowAt = (key: string): Promise<DraftRow | undefined> => store.read(['drafts'], (tx) => tx.objectStore('drafts').get(key));
  /** Newest first. */
  const asides = async (key: string): Promise<DraftRow[]> =>
    (await store.read(['drafts'], (tx) => tx.objectStore('drafts').getAll())).filter((row) => isAsideOf(row, key)).sort((a, b) => b.at - a.at);
  const moveTo = (row: DraftRow, to: string): Promise<void> => store.write(['drafts', 'blobs'], (tx) => move(tx, row, to));

  const opened = async (key: string, { content, at }: { content: Content; at: number }): Promise<Draft> => {
    const blobs = await store.read(['blobs'], (tx) => tx.objectStore('blobs').getAll(blobsOf(blobOwner(key))));
    const bills: DraftBill[] = [];
    for (const { localId, name, type } of content.bills) {
      const blob = blobs.find((each) => each.localId === localId);
      const bytes = blob ? await cipher.unseal(blob.sealed, blobContext(key, localId)).catch(() => null) : null;
      // A bill that cannot be read is left out; the rest of the form is still there.
      if (bytes) bills.push({ localId, bytes, name, type });
    }
    return { value: content.value, bills, at };
  };

  return {
    async saveDraft(key, value, bills = []) {
      const owner = blobOwner(key);
      const at = now();
      const before = await rowAt(key);
      const strange = before && !(await contentOf(before, key)) ? before : null;
      const known = new Set(strange ? [] : (await store.read(['blobs'], (tx) => tx.objectStore('blobs').getAllKeys(blobsOf(owner)))).map(([, localId]) => localId));
      const blobs: BlobRow[] = [];
      for (const { localId, bytes } of bills) if (!known.has(localId)) blobs.push({ owner, localId, sealed: await cipher.seal(bytes, blobContext(key, localId)) });
      const content: Content = { value, bills: bills.map(({ localId, name, type }) => ({ localId, name, type })) };
      const sealed = await seal(cipher, content, contextOf(key));
      const gone = [...known].filter((localId) => !bills.some((bill) => bill.localId === localId));
      await withRoom(store, () =>
        store.write(['drafts', 'blobs'], async (tx) => {
          if (strange) await move(tx, strange, asideOf(key));
          const writes: Promise<unknown>[] = [tx.objectStore('drafts').put({ key, v: DRAFT_VERSION, at, sealed })];
          for (const blob of blobs) writes.push(tx.objectStore('blobs').put(blob));
          for (const localId of gone) writes.push(tx.objectStore('blobs').delete([owner, localId]));
          await Promise.all(writes);
        }),
      );
    },
    async loadDraft(key) {
      const row = await rowAt(key);
      const content = row ? await contentOf(row, key) : null;
      if (row && content) return opened(key, { content, at: row.at });
      if (row) await moveTo(row, asideOf(key));
      for (const aside of await asides(key)) {
        const readable = await contentOf(aside, key);
        if (!readable) continue;
        await moveTo(aside, key);
        return opened(key, { content: readable, at: aside.at });
      }
      return null;
    },
    removeDraft: (key) =>
      store.write(['drafts', 'blobs'], async (tx) => {
        await Promise.all([tx.objectStore('drafts').delete(key), tx.objectStore('blobs').delete(blobsOf(blobOwner(key)))]);
      }),
    async keptAside(key) {
      const rows = await asides(key);
      if (rows.some(({ v }) => v > DRAFT_VERSION)) return 'newer';
      for (const row of rows) if (!(await contentOf(row, key))) return 'damaged';
      return null;
    },
    async dropAside(key) {
      for (const row of await asides(key)) {
        if (row.v > DRAFT_VERSION || (await contentOf(row, key))) continue;
        await store.write(['drafts', 'blobs'], async (tx) => {
          await Promise.all([tx.objectStore('drafts').delete(row.key), tx.objectStore('blobs').delete(blobsOf(blobOwner(row.key)))]);
        });
      }
    },
    async listDrafts() {
      const rows = await store.read(['drafts'], (tx) => tx.objectStore('drafts').getAll());
      return rows.filter(({ key, v }) => v <= DRAFT_VERSION && !key.startsWith(ASIDE)).map(({ key, at }) => ({ key, at })).sort((a, b) => b.at - a.at);
    },
  };
}
