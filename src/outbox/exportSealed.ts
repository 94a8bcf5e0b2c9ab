import { blobsOf } from '#storage/bytes.ts';
import type { PersonStore } from '#storage/open.ts';

function base64(bytes: ArrayBuffer): string {
  let binary = '';
  for (const byte of new Uint8Array(bytes)) binary += String.fromCharCode(byte);
  return btoa(binary);
}

/** An entry with its bills just as they lie on the device, sealed, as a JSON file. null when it is not there. */
export async function exportSealed(store: PersonStore, id: string): Promise<Blob | null> {
  const found = await store.read(['outbox', 'blobs', 'bytes'], async (tx) => {
    const [row, blobs] = await Promise.all([
      tx.objectStore('outbox').get(id),
      tx.objectStore('blobs').getAll(blobsOf(id)),
    ]);
    const bills = await Promise.all(
      blobs.map(async ({ localId, hash, sealed }) => ({
        localId,
        hash,
        sealed: sealed ?? (hash === undefined ? undefined : (await tx.objectStore('bytes').get(hash))?.sealed),
      })),
    );
    return { row, bills };
  });
  if (!found.row) return null;
  const { sealed, face, ...header } = found.row;
  const bills = found.bills.map((bill) => ({ ...bill, sealed: bill.sealed && base64(bill.sealed) }));
  const text = JSON.stringify({
    store: store.name,
    ...header,
    sealed: base64(sealed),
    ...(face && { face: base64(face) }),
    bills,
  });
  return new Blob([text], { type: 'application/json' });
}
