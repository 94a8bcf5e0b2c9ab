import type { NamedBytes } from '#storage/bytes.ts';
import { StorageBrokenError } from '#storage/errors.ts';
import { asideOf, blobOwner, type DraftRef } from './draftRows.ts';
import type { Bill, BillInput, Entry, NewEntry } from './entry.ts';
import type { OutboxEnv } from './env.ts';
import type { OutboxParts } from './parts.ts';
import { afterMending } from './plans.ts';
import { DraftGoneError, type Commit, type OutboxStore } from './store.ts';

/** The bills of an entry, and the draft it is made of, around the commit: sealed before it, read back after it. */

export interface Prepared {
  bills: Bill[];
  blobs: NamedBytes[];
  /** They were read back for the draft: nothing is left to do after the commit. */
  isKept?: true;
}

export const draftOf = ({ draft }: NewEntry): DraftRef | undefined =>
  typeof draft === 'string' ? { key: draft } : draft;

/**
 * The bills of a draft that lie on the disk and were read back for it, as their form says: an entry made of it only
 * names them. null when there is nothing that could. What the form says is held against the disk by the commit.
 */
export function keptBills(id: string, inputs: readonly BillInput[], draft: DraftRef | undefined): Prepared | null {
  if (!draft || inputs.length === 0) return null;
  const { key } = draft;
  const verifiedFor = [key, ...(draft.id === undefined ? [] : [asideOf({ key, id: draft.id })])].map(blobOwner);
  const prepared: Prepared = { bills: [], blobs: [], isKept: true };
  for (const { localId, bytes, hash, name, type } of inputs) {
    if (bytes === undefined || hash === undefined) return null;
    prepared.bills.push({ localId, hash, name, type, size: bytes.byteLength });
    prepared.blobs.push({ owner: id, localId, hash, verifiedFor });
  }
  return prepared;
}

/** Bills that the server has already, by their bytes, need no second upload. */
export const withUploads = (bills: readonly Bill[], before: readonly Bill[]): Bill[] =>
  bills.map((bill) => {
    const known = before.find(({ hash, localId }) => hash === bill.hash && localId === bill.localId);
    return {
      ...bill,
      ...(known?.fingerPrint !== undefined && { fingerPrint: known.fingerPrint }),
      ...(known?.uploadUrl !== undefined && { uploadUrl: known.uploadUrl }),
    };
  });

/** Of an entry with bytes to be read back the draft is only marked, for it goes after that. */
export const commitDraft = (draft: DraftRef | undefined, { blobs, isKept }: Prepared): Pick<Commit<never>, 'draft'> =>
  draft ? { draft: { ref: draft, do: blobs.length > 0 && !isKept ? 'take' : 'drop' } } : {};

export interface Bills {
  prepare(id: string, inputs: readonly BillInput[], old?: readonly Bill[]): Promise<Prepared>;
  readBack(entry: Entry, prepared: Prepared, isFresh: boolean, draft: DraftRef | undefined): Promise<void>;
  withBytes(old: Entry, inputs: readonly BillInput[]): Promise<BillInput[]>;
}

export function openBills(
  env: Pick<OutboxEnv, 'hash'>,
  store: OutboxStore,
  parts: Pick<OutboxParts, 'mayTakeBack'>,
): Bills {
  /** Hashes and seals the bytes, outside of any transaction. Bills without bytes are those of `old`. */
  async function prepare(id: string, inputs: readonly BillInput[], old: readonly Bill[] = []): Promise<Prepared> {
    const prepared: Prepared = { bills: [], blobs: [] };
    for (const { localId, bytes, hash, name, type } of inputs) {
      if (bytes === undefined) {
        const kept = old.find((bill) => bill.localId === localId);
        if (!kept) throw new Error('A bill without bytes must be one that the entry has.');
        prepared.bills.push(kept);
        continue;
      }
      const own = await env.hash(bytes);
      // Captured as a different kind of file: its owner must check it.
      if (hash !== undefined && hash !== own) throw new StorageBrokenError();
      prepared.bills.push({ localId, hash: own, name, type, size: bytes.byteLength });
      prepared.blobs.push(await store.sealBlob(id, localId, own, bytes));
    }
    return prepared;
  }

  /**
   * What was written is read back before anybody is told that it is saved (C1). Throws when it is not there; then a
   * `fresh` entry is taken back, so that the form is the only place that has it. Any other one stays, and asks for the
   * bill when its turn comes; so does one that another tab has submitted too, and may have called saved, and one whose
   * draft has gone from its place. Throws too when the disk does not answer: then nobody knows, and the same id will
   * find the entry.
   */
  async function readBack(
    entry: Entry,
    { blobs, isKept }: Prepared,
    isFresh: boolean,
    draft: DraftRef | undefined,
  ): Promise<void> {
    if (isKept) return;
    for (const blob of blobs) {
      const isThere = async (): Promise<boolean> => {
        const bytes = await store.blob(entry.id, blob);
        return bytes !== null && (await env.hash(bytes)) === blob.hash;
      };
      if (await isThere()) continue;
      // They may have gone bad since they were put there for a draft.
      await store.mend(blob);
      if (await isThere()) {
        // Another tab may have been at it before they were mended: it calls them lost, or is about to.
        await store.update(({ entries }) => {
          const now = entries.find(({ id }) => id === entry.id);
          const mended = now && afterMending(now, blob);
          return mended ? { put: [mended], result: true } : null;
        });
        continue;
      }
      const broken = await store
        .update(({ entries }) => {
          const now = entries.find(({ id }) => id === entry.id);
          // Sent or changed in the meantime: then these bytes were read, or are not wanted any more.
          const isWanted = now?.bills.some((each) => each.localId === blob.localId && each.hash === blob.hash) === true;
          if (!isWanted || now.maybeSent || now.state === 'done') return null;
          return {
            remove: isFresh && parts.mayTakeBack(now) ? [entry.id] : [],
            ...(draft && { draft: { ref: draft, do: 'release' } }),
            result: true,
          };
        })
        .catch((error: unknown) => (error instanceof DraftGoneError ? true : Promise.reject(error as Error)));
      if (broken) throw new StorageBrokenError();
    }
    // An offer that could not be taken away is marked as taken, and its key makes it the same entry.
    if (draft && blobs.length > 0) await store.dropDraft(draft).catch(() => undefined);
  }

  /** The bytes of the bills that a new entry takes over from an old one, as inputs. */
  async function withBytes(old: Entry, inputs: readonly BillInput[]): Promise<BillInput[]> {
    return Promise.all(
      inputs.map(async (input) => {
        if (input.bytes !== undefined) return input;
        const kept = old.bills.find(({ localId }) => localId === input.localId);
        const bytes = kept ? await store.blob(old.id, kept) : null;
        if (!bytes) throw new StorageBrokenError();
        return { ...input, bytes };
      }),
    );
  }

  return { prepare, readBack, withBytes };
}
