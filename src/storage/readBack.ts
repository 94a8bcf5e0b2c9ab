import { bytesContext, markRewritten, markVerified, type NamedBytes } from './bytes.ts';
import type { PersonStore } from './open.ts';
import { withRoomForWork } from './roomForWork.ts';
import type { Cipher } from './vault.ts';

/** Bytes of bills as they come back from the disk: what was written counts only once it has been read (C1). */

const ownContext = (owner: string, localId: string): string => `blobs/${owner}/${localId}`;

/**
 * The bytes of an owner's bill, opened. null when they are not there or cannot be opened; throws when the disk cannot
 * be read.
 */
export async function openBytes(
  store: PersonStore,
  cipher: Cipher,
  owner: string,
  { localId, hash }: { localId: string; hash: string },
): Promise<ArrayBuffer | null> {
  const { row, own } = await store.read(['blobs', 'bytes'], async (tx) => {
    const row = await tx.objectStore('bytes').get(hash);
    return { row, own: row ? undefined : await tx.objectStore('blobs').get([owner, localId]) };
  });
  // An older build kept the bytes with the entry.
  const [sealed, context] = row ? [row.sealed, bytesContext(hash)] : [own?.sealed, ownContext(owner, localId)];
  return sealed ? cipher.unseal(sealed, context).catch(() => null) : null;
}

/** Rewrites bytes that did not read back whole, while something references them. Throws as `withRoomForWork`. */
export const mendBytes = (store: PersonStore, hash: string, sealed: ArrayBuffer): Promise<void> =>
  withRoomForWork(store, () =>
    store.write(['blobs', 'bytes'], async (tx) => {
      if ((await tx.objectStore('blobs').index('hash').count(hash)) === 0) return;
      await markRewritten(tx, hash);
      await tx.objectStore('bytes').put({ hash, sealed });
    }),
  );

/**
 * Reads bytes back for their owners and notes those that are whole; what is not is written again, once. What is not
 * noted is read back by whoever needs it.
 */
export async function verifyBytes(
  store: PersonStore,
  cipher: Cipher,
  hash: (bytes: ArrayBuffer) => Promise<string>,
  bills: readonly (NamedBytes & { bytes: ArrayBuffer })[],
): Promise<void> {
  const whole: NamedBytes[] = [];
  for (const bill of bills) {
    const isWhole = async (): Promise<boolean> => {
      const bytes = await openBytes(store, cipher, bill.owner, bill);
      return bytes !== null && (await hash(bytes)) === bill.hash;
    };
    if (!(await isWhole())) {
      await mendBytes(store, bill.hash, await cipher.seal(bill.bytes, bytesContext(bill.hash)));
      if (!(await isWhole())) continue;
    }
    whole.push(bill);
  }
  if (whole.length === 0) return;
  await store.write(['blobs'], async (tx) => {
    for (const bill of whole) await markVerified(tx, bill);
  });
}
