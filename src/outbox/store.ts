import {
  BYTES_STORES,
  bytesContext,
  dropBytes,
  endRound,
  putNames,
  standingOf,
  type NamedBytes,
  type Round,
} from '#storage/bytes.ts';
import { mendBytes, openBytes } from '#storage/readBack.ts';
import { createTurns } from '#storage/inTurn.ts';
import { CONFIRMED_STORES, confirmedRow, confirmedRows, archive, unarchive, prune } from '#storage/confirmed.ts';
import { withRoomForWork } from '#storage/roomForWork.ts';
import type { PersonStore } from '#storage/open.ts';
import type { OutboxRow, PersonStoreName, WriteTx } from '#storage/schema.ts';
import { seal, unseal, type Cipher } from '#storage/vault.ts';
import { dropDraft, findDraft, markDraft, deleteDraft, type DraftRef } from './draftRows.ts';
import { recordKeys, type Bill, type Entry } from './entry.ts';
import { contentOf, ENTRY_VERSION, entryFrom } from './storedEntry.ts';
import { keptFace, keptFaceOf, unreadableEntry, type KeptFace } from './unreadable.ts';

/**
 * The outbox on the disk, which is the truth: memory only spares reading it again. Changes are planned on a view of the
 * whole outbox and committed only if it has not changed meanwhile, else planned again; so no lock is needed for
 * correctness.
 */

/** Counters of the outbox: commits, taps, and entries sent. */
interface Head {
  rev: number;
  seq: number;
  sent: number;
}

interface View {
  /** In the order of the taps. */
  entries: readonly Entry[];
  head: Head;
}

/** A change to commit. `put` may hold new entries (give them `head.seq + 1…` and say so in `head`). */
export interface Commit<R> {
  put?: readonly Entry[];
  remove?: readonly string[];
  /** Bills with their bytes: visible in the same moment as the entry that names them (OB-1). */
  blobs?: readonly NamedBytes[];
  dropBlobs?: readonly { owner: string; localId: string }[];
  /**
   * Confirmed entries that nobody looks at any more: they are archived, with their bytes (X58). `bytes`: of the bills.
   */
  archive?: { at: number; heard: number | null; entries: readonly { id: string; bytes: number }[] };
  /** Entries that come back from there; they stand in `put`. */
  unarchive?: readonly string[];
  /** Nothing is committed where this entry is archived: throws ArchivedError. */
  unlessArchived?: string;
  /**
   * The draft that has become the entry: it goes, is only marked until the bytes have been read back, or is a draft
   * again.
   */
  draft?: { ref: DraftRef; do: 'drop' | 'take' | 'release' } | undefined;
  head?: Partial<Omit<Head, 'rev'>>;
  result: R;
}

export interface OutboxStore {
  /** What is there now. */
  view(): Promise<View>;
  /**
   * Plans and commits in one strict transaction; `plan` runs again when another tab was faster. null: nothing to do.
   */
  update<R>(plan: (view: View) => Commit<R> | null): Promise<R | null>;
  /**
   * The bytes of an entry's bill, opened. null when they are not there or cannot be opened; throws when the disk cannot
   * be read.
   */
  blob(entryId: string, bill: Pick<Bill, 'localId' | 'hash'>): Promise<ArrayBuffer | null>;
  /** Rewrites bytes that did not read back intact, while something references them. */
  mend(bytes: NamedBytes): Promise<void>;
  dropDraft(ref: DraftRef): Promise<void>;
  /** An archived entry, unchanged; null when there is none that opens. */
  confirmedOne(id: string): Promise<Entry | null>;
  /** Archived entries, unchanged. Those that cannot be opened are left out. */
  confirmed(): Promise<Entry[]>;
  /**
   * Removes entries archived for longer than `keep`, `now` on the server's clock, and of the bytes of the oldest when
   * there are too many.
   */
  forgetConfirmed(now: number, keep: number): Promise<void>;
  sealBlob(owner: string, localId: string, hash: string, bytes: ArrayBuffer): Promise<NamedBytes>;
  /** Leaves a mark for the holder of the lock: there may be more to do. */
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
const faceContext = (id: string): string => `faces/${id}`;

/** The draft that was to hold the content again has gone meanwhile: nothing is committed. */
export class DraftGoneError extends Error {}

/** What was to be new is an entry that was sent and archived: nothing is committed. */
export class ArchivedError extends Error {}

/** Says that another tab committed first. */
class Overtaken extends Error {}

export function openStore(
  store: PersonStore,
  cipher: Cipher,
  faces: Cipher | null,
  changed: (entries: readonly Entry[]) => void,
): OutboxStore {
  /** Opened rows by id, to be used while the row's `rev` is the same. */
  let opened = new Map<string, { rev: number; entry: Entry }>();
  let latest: View | undefined;

  async function open(row: OutboxRow): Promise<{ rev: number; entry: Entry }> {
    const known = opened.get(row.id);
    if (known?.rev === row.rev) return known;
    if (row.v > ENTRY_VERSION) return { rev: row.rev, entry: unreadableEntry(row, store.email, 'newer') };
    const value = await unseal(cipher, row.sealed, contextOf(row.id)).catch(() => null);
    return {
      rev: row.rev,
      entry:
        (value === null ? null : entryFrom(row, value)) ??
        unreadableEntry(row, store.email, 'damaged', await faceOf(row)),
    };
  }

  /** What an entry was that cannot be opened itself; null when that is not known either. */
  async function faceOf({ id, face }: OutboxRow): Promise<KeptFace | null> {
    if (!face || !faces) return null;
    return keptFace(await unseal(faces, face, faceContext(id)).catch(() => null));
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
    return {
      id,
      seq,
      v,
      rev,
      state,
      retryAt,
      keys: recordKeys(entry),
      ...(lease && { lease }),
      sealed: await seal(cipher, contentOf(entry), contextOf(id)),
      ...(faces && { face: await seal(faces, keptFaceOf(entry), faceContext(id)) }),
    };
  }

  async function write<R>(
    tx: WriteTx,
    from: Head,
    head: Head,
    rows: readonly OutboxRow[],
    commit: Commit<R>,
  ): Promise<void> {
    const { unlessArchived: old, draft } = commit;
    // All that is asked of the disk goes in one round, and what is written in another: for each round the page is asked
    // again, behind whatever it draws, while somebody waits to hear that their claim is saved.
    const [now = EMPTY, archived, standing, places] = await Promise.all([
      tx.objectStore('meta').get(HEAD) as Promise<Head | undefined>,
      old === undefined ? undefined : confirmedRow(tx, old),
      standingOf(tx, commit.blobs ?? []),
      draft?.do === 'drop' ? findDraft(tx, draft.ref) : [],
    ]);
    if (now.rev !== from.rev) throw new Overtaken();
    if (archived) throw new ArchivedError();
    // What names bytes is asked for before what lets go of them: bytes that stay are never rewritten.
    const work: Promise<unknown>[] = [];
    const round: Round = { work, former: [] };
    putNames(tx, standing, round);
    deleteDraft(tx, places, round);
    work.push(tx.objectStore('meta').put(head, HEAD));
    for (const row of rows) work.push(tx.objectStore('outbox').put(row));
    for (const id of commit.remove ?? []) work.push(tx.objectStore('outbox').delete(id));
    for (const { id, bytes } of commit.archive?.entries ?? [])
      work.push(archive(tx, id, { at: commit.archive?.at ?? 0, heard: commit.archive?.heard ?? null }, bytes));
    for (const id of commit.unarchive ?? []) work.push(unarchive(tx, id));
    await endRound(tx, round);
    for (const { owner, localId } of commit.dropBlobs ?? []) await dropBytes(tx, owner, localId);
    for (const id of commit.remove ?? []) await dropBytes(tx, id);
    if (!draft || draft.do === 'drop') return;
    const isThere = await markDraft(tx, draft.ref, draft.do === 'take');
    if (!isThere && draft.do === 'release') throw new DraftGoneError();
  }

  /** Of one instance none overtakes another: whatever is overtaken is planned, sealed and written again. */
  const inTurn = createTurns();
  const update = <R>(plan: (view: View) => Commit<R> | null): Promise<R | null> => inTurn(() => commitPlan(plan));

  async function commitPlan<R>(plan: (view: View) => Commit<R> | null): Promise<R | null> {
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
      const stores: PersonStoreName[] = [
        'outbox',
        'meta',
        ...BYTES_STORES,
        ...(commit.draft ? ['drafts' as const] : []),
      ];
      try {
        await withRoomForWork(store, () => store.write(stores, (tx) => write(tx, base.head, head, rows, commit)));
      } catch (error) {
        if (error instanceof Overtaken) continue;
        throw error;
      }
      const gone = new Set([
        ...put.map(({ id }) => id),
        ...(commit.remove ?? []),
        ...(commit.archive?.entries ?? []).map(({ id }) => id),
      ]);
      if (latest === undefined || latest.head.rev < head.rev) {
        latest = {
          head,
          entries: [...base.entries.filter(({ id }) => !gone.has(id)), ...put].sort((a, b) => a.seq - b.seq),
        };
        opened = new Map([
          ...[...opened].filter(([id]) => !gone.has(id)),
          ...put.map((entry) => [entry.id, { rev: head.rev, entry }] as const),
        ]);
      }
      changed(latest.entries);
      return commit.result;
    }
  }

  const setMeta = (name: string, value: unknown): Promise<void> =>
    store.write(['meta'], async (tx) => void (await tx.objectStore('meta').put(value, name)));
  return {
    view,
    update,
    blob: (entryId, bill) => openBytes(store, cipher, entryId, bill),
    mend: ({ hash, sealed }) => (sealed ? mendBytes(store, hash, sealed) : Promise.resolve()),
    dropDraft: (ref) => store.write(['drafts', ...BYTES_STORES], (tx) => dropDraft(tx, ref)),
    async confirmedOne(id) {
      const found = await store.read(['meta'], (tx) => confirmedRow(tx, id));
      const entry = found && (await open(found.row)).entry;
      return entry && !entry.unreadable ? entry : null;
    },
    async confirmed() {
      const rows = await store.read(['meta'], confirmedRows);
      const opened = await Promise.all(rows.map(({ row }) => open(row)));
      return opened.map(({ entry }) => entry).filter(({ unreadable }) => !unreadable);
    },
    forgetConfirmed: (now, keep) => store.write([...CONFIRMED_STORES], (tx) => prune(tx, now, keep)),
    sealBlob: async (owner, localId, hash, bytes) => ({
      owner,
      localId,
      hash,
      sealed: await cipher.seal(bytes, bytesContext(hash)),
    }),
    // A mark spares waiting; a phone too full for it only waits.
    mark: () => setMeta(MARK, true).catch(() => undefined),
    async takeMark() {
      const there = await store.read(['meta'], (tx) => tx.objectStore('meta').get(MARK));
      if (there !== true) return false;
      return store
        .write(['meta'], (tx) => tx.objectStore('meta').delete(MARK))
        .then(
          () => true,
          () => false,
        );
    },
    getMeta: (name) => store.read(['meta'], (tx) => tx.objectStore('meta').get(name)),
    setMeta,
  };
}
