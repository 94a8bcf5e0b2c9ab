import { blobsOf, CONFIRMED_STORES, confirmedRows, putBy, takeBack, thinOut } from '#storage/confirmed.ts';
import { withRoom } from '#storage/room.ts';
import type { PersonStore } from '#storage/open.ts';
import type { BlobRow, OutboxRow, PersonStoreName, WriteTx } from '#storage/schema.ts';
import { seal, unseal, type Cipher } from '#storage/vault.ts';
import { contentOf, ENTRY_VERSION, entryFrom, recordKeys, unreadableEntry, type Entry } from './entry.ts';

/**
 * The outbox on the disk, which is the truth: memory only spares reading it again. Changes are planned on a view of the
 * whole outbox and committed only if nobody changed it meanwhile, else planned anew; so no lock is needed for correctness.
 */

/** Counters of the outbox: commits, taps, and entries sent. */
export interface Head {
  rev: number;
  seq: number;
  sent: number;
}

export interface View {
  /** In the order of the taps. */
  entries: readonly Entry[];
  head: Head;
}

/** A change to commit. `put` may hold new entries (give them `head.seq + 1…` and say so in `head`). */
export interface Commit<R> {
  put?: readonly Entry[];
  remove?: readonly string[];
  blobs?: readonly BlobRow[];
  dropBlobs?: readonly { owner: string; localId: string }[];
  /** Confirmed entries that nobody looks at any more: they are put by, with their bytes (X58). `bytes`: of the bills. */
  archive?: { at: number; entries: readonly { id: string; bytes: number }[] };
  /** Entries that come back from there; they stand in `put`. */
  unarchive?: readonly string[];
  dropDraft?: string | undefined;
  head?: Partial<Omit<Head, 'rev'>>;
  result: R;
}

export interface OutboxStore {
  /** What is there now. */
  view(): Promise<View>;
  /** Plans and commits in one strict transaction; `plan` runs again when another tab was faster. null: nothing to do. */
  update<R>(plan: (view: View) => Commit<R> | null): Promise<R | null>;
  /** The sealed bytes of a bill, opened. null when they are not there; throws when they cannot be opened. */
  blob(owner: string, localId: string): Promise<ArrayBuffer | null>;
  /** Entries put by, as they were. What cannot be opened is left out. */
  confirmed(): Promise<Entry[]>;
  /** Lets go of entries put by before `before`, and of the bytes of the oldest when there are too many. */
  forgetConfirmed(before: number): Promise<void>;
  sealBlob(owner: string, localId: string, bytes: ArrayBuffer): Promise<BlobRow>;
  /** Leaves a mark for whoever holds the lock: there may be more to do. */
  mark(): Promise<void>;
  /** Whether there is a mark; takes it away. */
  takeMark(): Promise<boolean>;
  getMeta(name: string): Promise<unknown>;
  setMeta(name: string, value: unknown): Promise<void>;
}

const HEAD = 'outbox';
const MARK = 'again';
const EMPTY: Head = { rev: 0, seq: 0, sent: 0 };
const contextOf = (id: string): string => `outbox/${id}`;
const blobContext = (owner: string, localId: string): string => `blobs/${owner}/${localId}`;

/** Says that another tab committed first. */
class Overtaken extends Error {}

export function openStore(store: PersonStore, cipher: Cipher, changed: (entries: readonly Entry[]) => void): OutboxStore {
  /** Opened rows by id, to be used while the row's `rev` is the same. */
  let opened = new Map<string, { rev: number; entry: Entry }>();
  let latest: View | undefined;

  async function open(row: OutboxRow): Promise<{ rev: number; entry: Entry }> {
    const known = opened.get(row.id);
    if (known?.rev === row.rev) return known;
    if (row.v > ENTRY_VERSION) return { rev: row.rev, entry: unreadableEntry(row, store.email, 'newer') };
    const value = await unseal(cipher, row.sealed, contextOf(row.id)).catch(() => null);
    return { rev: row.rev, entry: (value === null ? null : entryFrom(row, value)) ?? unreadableEntry(row, store.email, 'damaged') };
  }

  async function view(): Promise<View> {
    const known = latest;
    const { head, rows } = await store.read(['outbox', 'meta'], async (tx) => {
      const head = ((await tx.objectStore('meta').get(HEAD)) as Head | undefined) ?? EMPTY;
      return { head, rows: known?.head.rev === head.rev ? null : await tx.objectStore('outbox').getAll() };
    });
    if (rows === null && known) return known;
    const all = await Promise.all((rows ?? []).map(open));
    opened = new Map(all.map((each) => [each.entry.id, each]));
    latest = { head, entries: all.map(({ entry }) => entry).sort((a, b) => a.seq - b.seq) };
    return latest;
  }

  async function rowOf(entry: Entry, rev: number): Promise<OutboxRow> {
    const { id, seq, v, state, retryAt, lease } = entry;
    return { id, seq, v, rev, state, retryAt, keys: recordKeys(entry), ...(lease && { lease }), sealed: await seal(cipher, contentOf(entry), contextOf(id)) };
  }

  async function write<R>(tx: WriteTx, from: Head, head: Head, rows: readonly OutboxRow[], commit: Commit<R>): Promise<void> {
    const now = ((await tx.objectStore('meta').get(HEAD)) as Head | undefined) ?? EMPTY;
    if (now.rev !== from.rev) throw new Overtaken();
    const work: Promise<unknown>[] = [tx.objectStore('meta').put(head, HEAD)];
    for (const row of rows) work.push(tx.objectStore('outbox').put(row));
    for (const id of commit.remove ?? []) work.push(tx.objectStore('outbox').delete(id));
    for (const id of commit.remove ?? []) work.push(tx.objectStore('blobs').delete(blobsOf(id)));
    for (const { id, bytes } of commit.archive?.entries ?? []) work.push(putBy(tx, id, commit.archive?.at ?? 0, bytes));
    for (const id of commit.unarchive ?? []) work.push(takeBack(tx, id));
    for (const { owner, localId } of commit.dropBlobs ?? []) work.push(tx.objectStore('blobs').delete([owner, localId]));
    for (const blob of commit.blobs ?? []) work.push(tx.objectStore('blobs').put(blob));
    if (commit.dropDraft !== undefined) {
      work.push(tx.objectStore('drafts').delete(commit.dropDraft), tx.objectStore('blobs').delete(blobsOf(`draft:${commit.dropDraft}`)));
    }
    await Promise.all(work);
  }

  async function update<R>(plan: (view: View) => Commit<R> | null): Promise<R | null> {
    for (let base = latest ?? (await view()); ; base = await view()) {
      const commit = plan(base);
      if (commit === null) {
        // Nothing to do, says a view that may be old: only the disk's own view counts.
        const fresh = await view();
        if (fresh === base) return null;
        continue;
      }
      const head: Head = { ...base.head, ...commit.head, rev: base.head.rev + 1 };
      const put = commit.put ?? [];
      const rows = await Promise.all(put.map((entry) => rowOf(entry, head.rev)));
      const stores: PersonStoreName[] = ['outbox', 'meta', 'blobs', ...(commit.dropDraft === undefined ? [] : ['drafts' as const])];
      try {
        await withRoom(store, () => store.write(stores, (tx) => write(tx, base.head, head, rows, commit)));
      } catch (error) {
        if (error instanceof Overtaken) continue;
        throw error;
      }
      const gone = new Set([...put.map(({ id }) => id), ...(commit.remove ?? []), ...(commit.archive?.entries ?? []).map(({ id }) => id)]);
      if (latest === undefined || latest.head.rev < head.rev) {
        latest = { head, entries: [...base.entries.filter(({ id }) => !gone.has(id)), ...put].sort((a, b) => a.seq - b.seq) };
        opened = new Map([...[...opened].filter(([id]) => !gone.has(id)), ...put.map((entry) => [entry.id, { rev: head.rev, entry }] as const)]);
      }
      changed(latest.entries);
      return commit.result;
    }
  }

  const setMeta = (name: string, value: unknown): Promise<void> => store.write(['meta'], async (tx) => void (await tx.objectStore('meta').put(value, name)));
  return {
    view,
    update,
    async blob(owner, localId) {
      const row = await store.read(['blobs'], (tx) => tx.objectStore('blobs').get([owner, localId]));
      return row ? cipher.unseal(row.sealed, blobContext(owner, localId)) : null;
    },
    async confirmed() {
      const rows = await store.read(['meta'], confirmedRows);
      const opened = await Promise.all(rows.map(({ row }) => open(row)));
      return opened.map(({ entry }) => entry).filter(({ unreadable }) => !unreadable);
    },
    forgetConfirmed: (before) => store.write([...CONFIRMED_STORES], (tx) => thinOut(tx, before)),
    sealBlob: async (owner, localId, bytes) => ({ owner, localId, sealed: await cipher.seal(bytes, blobContext(owner, localId)) }),
    // A mark spares waiting; a phone too full for it only waits.
    mark: () => setMeta(MARK, true).catch(() => undefined),
    async takeMark() {
      const there = await store.read(['meta'], (tx) => tx.objectStore('meta').get(MARK));
      if (there !== true) return false;
      return store.write(['meta'], (tx) => tx.objectStore('meta').delete(MARK)).then(() => true, () => false);
    },
    getMeta: (name) => store.read(['meta'], (tx) => tx.objectStore('meta').get(name)),
    setMeta,
  };
}
