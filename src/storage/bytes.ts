import type { AnyTx, BlobRow, BytesRow, PersonStoreName, WriteTx } from './schema.ts';

/**
 * Bytes of bills are stored once, under their SHA-256. A row of `blobs` references them for one owner (an entry, a
 * draft, a share); they are removed with the last reference, in the same transaction. Bytes are never overwritten:
 * other content has another hash.
 */
export const BYTES_STORES = ['blobs', 'bytes'] as const satisfies readonly PersonStoreName[];

/** A bill of an owner. `sealed`: its bytes, to be put where none lie under this hash. */
export interface NamedBytes {
  owner: string;
  localId: string;
  hash: string;
  sealed?: ArrayBuffer | undefined;
  /** Owners: for one of them the bytes must have been read back, or BytesGoneError is thrown. */
  verifiedFor?: readonly string[];
}

/** The bytes are not there, or were not read back for whom they were said to be: seal them and try again. */
export class BytesGoneError extends Error {
  override readonly name = 'BytesGoneError';
}

/** All bills of an owner. */
export const blobsOf = (owner: string): IDBKeyRange => IDBKeyRange.bound([owner], [owner, []]);
/** Where sealed bytes belong (see `Cipher`). */
export const bytesContext = (hash: string): string => `bytes/${hash}`;

/** What is asked of a transaction without waiting in between, and hashes that somebody lets go of in it. */
export interface Round {
  work: Promise<unknown>[];
  former: string[];
}

/** Waits for a round; of what was let go of, bytes that nobody names any more go. */
export async function endRound(tx: WriteTx, { work, former }: Round): Promise<void> {
  const names = tx.objectStore('blobs').index('hash');
  const drop = async (hash: string): Promise<void> => {
    if ((await names.count(hash)) === 0) await tx.objectStore('bytes').delete(hash);
  };
  await Promise.all([...work, ...[...new Set(former)].map(drop)]);
}

/** Notes that the bytes were read back for this owner; nothing when it names others by now. */
export async function markVerified(tx: WriteTx, { owner, localId, hash }: NamedBytes): Promise<void> {
  const row = await tx.objectStore('blobs').get([owner, localId]);
  if (row?.hash === hash) await tx.objectStore('blobs').put({ ...row, verified: true });
}

/** The bytes were written again: whoever names them has not read those back. */
export async function markRewritten(tx: WriteTx, hash: string): Promise<void> {
  for (const { verified, ...row } of await tx.objectStore('blobs').index('hash').getAll(hash))
    if (verified) await tx.objectStore('blobs').put(row);
}

/** What lies there for a bill that is to be named. */
interface Standing {
  bill: NamedBytes;
  /** What its owner names under its id so far. */
  before: string | undefined;
  isThere: boolean;
  isVerified: boolean;
}

/** What lies there for bills that are to be named; all of it is asked for at once. */
export const standingOf = (tx: WriteTx, bills: readonly NamedBytes[]): Promise<Standing[]> =>
  Promise.all(
    bills.map(async (bill) => {
      const { owner, localId, hash, verifiedFor } = bill;
      const blobs = tx.objectStore('blobs');
      const [before, key, verified] = await Promise.all([
        blobs.get([owner, localId]),
        tx.objectStore('bytes').getKey(hash),
        Promise.all((verifiedFor ?? []).map((each) => blobs.get([each, localId]))),
      ]);
      return {
        bill,
        before: before?.hash,
        isThere: key !== undefined,
        isVerified: !verifiedFor || verified.some((row) => row?.hash === hash && row.verified),
      };
    }),
  );

/** Names bills for their owners; their bytes are put where they are not there yet. Throws BytesGoneError. */
export function putNames(tx: WriteTx, standing: readonly Standing[], { work, former }: Round): void {
  /** By hash, so that bytes which two of them name are put once. */
  const missing = new Map(
    standing.flatMap(({ bill: { hash, sealed }, isThere }) => (isThere || !sealed ? [] : [[hash, sealed] as const])),
  );
  // Before anything is asked for that nobody would wait for.
  if (standing.some(({ bill: { hash }, isThere, isVerified }) => !isVerified || (!isThere && !missing.has(hash))))
    throw new BytesGoneError();
  for (const { bill, before } of standing) {
    const { owner, localId, hash } = bill;
    if (before === hash) continue;
    work.push(tx.objectStore('blobs').put({ owner, localId, hash }));
    if (before !== undefined) former.push(before);
  }
  for (const [hash, sealed] of missing) work.push(tx.objectStore('bytes').put({ hash, sealed } satisfies BytesRow));
}

/** Names bills as `putNames`, in a round of their own. */
export async function nameBytes(tx: WriteTx, bills: readonly NamedBytes[]): Promise<void> {
  const round: Round = { work: [], former: [] };
  putNames(tx, await standingOf(tx, bills), round);
  await endRound(tx, round);
}

/**
 * What lies there for an owner: bytes by hash, and by localId where an older build kept them with it. Read it beside
 * what names them, or it may be of another moment.
 */
export interface SealedBytes {
  byHash: Map<string, ArrayBuffer>;
  byId: Map<string, ArrayBuffer>;
}
export async function sealedOf(tx: AnyTx, owner: string): Promise<SealedBytes> {
  const found: SealedBytes = { byHash: new Map(), byId: new Map() };
  for (const { localId, hash, sealed } of await tx.objectStore('blobs').getAll(blobsOf(owner))) {
    if (sealed) found.byId.set(localId, sealed);
    const row = hash === undefined ? undefined : await tx.objectStore('bytes').get(hash);
    if (row) found.byHash.set(row.hash, row.sealed);
  }
  return found;
}

/** What rows of `blobs` name; one of an older build may hold its bytes itself. */
export const hashesOf = (rows: readonly Pick<BlobRow, 'hash'>[]): string[] =>
  rows.flatMap(({ hash }) => (hash === undefined ? [] : [hash]));

/** Takes away one bill of an owner, or all of them; bytes that nobody else names go too. */
export async function dropBytes(tx: WriteTx, owner: string, localId?: string): Promise<void> {
  const blobs = tx.objectStore('blobs');
  const which = localId === undefined ? blobsOf(owner) : IDBKeyRange.only([owner, localId]);
  const rows = await blobs.getAll(which);
  if (rows.length === 0) return;
  await endRound(tx, { work: [blobs.delete(which)], former: hashesOf(rows) });
}

/** Gives all bills of an owner to another one, who had none or gives up its own. */
export async function moveBytes(tx: WriteTx, from: string, to: string): Promise<void> {
  const blobs = tx.objectStore('blobs');
  const rows = await blobs.getAll(blobsOf(from));
  const lost = hashesOf(await blobs.getAll(blobsOf(to)));
  await blobs.delete(blobsOf(to));
  await blobs.delete(blobsOf(from));
  for (const row of rows) await blobs.put({ ...row, owner: to });
  await endRound(tx, { work: [], former: lost });
}
