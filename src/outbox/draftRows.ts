import { blobsOf, endRound, hashesOf, moveBytes, type Round } from '#storage/bytes.ts';
import type { DraftRow, WriteTx } from '#storage/schema.ts';

/** The rows of drafts, inside a transaction of others: what a draft becomes and where it lies go together. */

/** A draft as its form knows it. */
export interface DraftRef {
  /** The place where it is typed. */
  key: string;
  /** Idempotency-Key of what will be made of it; without it, whatever lies there is meant. */
  id?: string | undefined;
  /** Whose writing the form has seen last: what another form has typed since is not its own. */
  by?: string | undefined;
}

export const ASIDE = 'aside/';
export const blobOwner = (key: string): string => `draft:${key}`;
/** Another place for a draft whose own is taken by something else that is typed there. */
export const asideOf = (row: Pick<DraftRow, 'key' | 'id'>): string =>
  `${ASIDE}${row.id ?? crypto.randomUUID()}/${row.key}`;

const matchesRef = (row: DraftRow | undefined, { id, by }: DraftRef): row is DraftRow =>
  row !== undefined &&
  (id === undefined || row.id === undefined || row.id === id) &&
  (by === undefined || row.by === undefined || row.by === by);

/** Where a draft lies, and the bytes that it names. */
interface DraftPlace {
  key: string;
  hashes: string[];
}

/** The places where a draft lies that its form means; all of it is asked for at once. */
export async function findDraft(tx: WriteTx, ref: DraftRef): Promise<DraftPlace[]> {
  const keys = ref.id === undefined ? [ref.key] : [ref.key, asideOf({ key: ref.key, id: ref.id })];
  const found = keys.map(async (key) => {
    const [row, bills] = await Promise.all([
      tx.objectStore('drafts').get(key),
      tx.objectStore('blobs').getAll(blobsOf(blobOwner(key))),
    ]);
    return matchesRef(row, ref) ? [{ key, hashes: hashesOf(bills) }] : [];
  });
  return (await Promise.all(found)).flat();
}

/** Takes a draft away from where it lies. */
export function deleteDraft(tx: WriteTx, places: readonly DraftPlace[], { work, former }: Round): void {
  for (const { key, hashes } of places) {
    work.push(tx.objectStore('drafts').delete(key), tx.objectStore('blobs').delete(blobsOf(blobOwner(key))));
    former.push(...hashes);
  }
}

/** Takes a draft away with its bytes, wherever it lies. */
export async function dropDraft(tx: WriteTx, ref: DraftRef): Promise<void> {
  const round: Round = { work: [], former: [] };
  deleteDraft(tx, await findDraft(tx, ref), round);
  await endRound(tx, round);
}

/** Its content is an entry now, or is none after all: `taken` says which. Answers whether it is there. */
export async function markDraft(tx: WriteTx, ref: DraftRef, taken: boolean): Promise<boolean> {
  let isThere = false;
  for (const key of ref.id === undefined ? [ref.key] : [ref.key, asideOf({ key: ref.key, id: ref.id })]) {
    const row = await tx.objectStore('drafts').get(key);
    if (!matchesRef(row, ref)) continue;
    const { taken: _taken, ...rest } = row;
    await tx.objectStore('drafts').put(taken ? { ...rest, taken } : rest);
    isThere = true;
  }
  return isThere;
}

/**
 * Gives a draft another place, its bytes too; what is sealed stays sealed for the place it was typed in. Answers false
 * and does nothing when it has changed since it was read, or when something has been typed at `to` meanwhile.
 */
export async function moveDraft(tx: WriteTx, row: DraftRow, to: string): Promise<boolean> {
  const drafts = tx.objectStore('drafts');
  const now = await drafts.get(row.key);
  if (now?.at !== row.at || now.v !== row.v || now.id !== row.id) return false;
  if (!to.startsWith(ASIDE) && (await drafts.getKey(to)) !== undefined) return false;
  await drafts.delete(row.key);
  await drafts.put({ ...now, key: to });
  await moveBytes(tx, blobOwner(row.key), blobOwner(to));
  return true;
}
