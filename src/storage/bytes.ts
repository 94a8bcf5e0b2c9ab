import type { AnyTx, BytesRow, PersonStoreName, WriteTx } from './schema.ts';

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

async function dropUnnamed(tx: WriteTx, hashes: Iterable<string>): Promise<void> {
  const names = tx.objectStore('blobs').index('hash');
  for (const hash of new Set(hashes)) if ((await names.count(hash)) === 0) await tx.objectStore('bytes').delete(hash);
}

/** Whether the bytes were read back for one of these owners. */
async function isVerified(tx: WriteTx, owners: readonly string[], localId: string, hash: string): Promise<boolean> {
  for (const owner of owners) {
    const row = await tx.objectStore('blobs').get([owner, localId]);
    if (row?.hash === hash && row.verified) return true;
  }
  return false;
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

/** Names bills for their owners; their bytes are put where they are not there yet. Throws BytesGoneError. */
export async function nameBytes(tx: WriteTx, bills: readonly NamedBytes[]): Promise<void> {
  const [blobs, bytes] = [tx.objectStore('blobs'), tx.objectStore('bytes')];
  const former: string[] = [];
  for (const { owner, localId, hash, sealed, verifiedFor } of bills) {
    if (verifiedFor && !(await isVerified(tx, verifiedFor, localId, hash))) throw new BytesGoneError();
    const before = await blobs.get([owner, localId]);
    if (before?.hash !== hash) await blobs.put({ owner, localId, hash });
    if (before?.hash !== undefined && before.hash !== hash) former.push(before.hash);
    if ((await bytes.getKey(hash)) !== undefined) continue;
    if (!sealed) throw new BytesGoneError();
    await bytes.put({ hash, sealed } satisfies BytesRow);
  }
  await dropUnnamed(tx, former);
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

/** Takes away one bill of an owner, or all of them; bytes that nobody else names go too. */
export async function dropBytes(tx: WriteTx, owner: string, localId?: string): Promise<void> {
  const blobs = tx.objectStore('blobs');
  const which = localId === undefined ? blobsOf(owner) : IDBKeyRange.only([owner, localId]);
  const rows = await blobs.getAll(which);
  if (rows.length === 0) return;
  await blobs.delete(which);
  await dropUnnamed(
    tx,
    rows.flatMap(({ hash }) => (hash === undefined ? [] : [hash])),
  );
}

/** Gives all bills of an owner to another one, who had none or gives up its own. */
export async function moveBytes(tx: WriteTx, from: string, to: string): Promise<void> {
  const blobs = tx.objectStore('blobs');
  const rows = await blobs.getAll(blobsOf(from));
  const lost = (await blobs.getAll(blobsOf(to))).flatMap(({ hash }) => (hash === undefined ? [] : [hash]));
  await blobs.delete(blobsOf(to));
  await blobs.delete(blobsOf(from));
  for (const row of rows) await blobs.put({ ...row, owner: to });
  await dropUnnamed(tx, lost);
}
