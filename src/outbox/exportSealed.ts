import { blobsOf } from '#storage/confirmed.ts';
import type { PersonStore } from '#storage/open.ts';

function base64(bytes: ArrayBuffer): string {
  let binary = '';
  for (const byte of new Uint8Array(bytes)) binary += String.fromCharCode(byte);
  return btoa(binary);
}

/** An entry with its bills just as they lie on the device, sealed, as a JSON file. null when it is not there. */
export async function exportSealed(store: PersonStore, id: string): Promise<Blob | null> {
  const [row, blobs] = await store.read(['outbox', 'blobs'], (tx) => Promise.all([tx.objectStore('outbox').get(id), tx.objectStore('blobs').getAll(blobsOf(id))]));
  if (!row) return null;
  const { sealed, face, ...header } = row;
  const text = JSON.stringify({ store: store.name, ...header, sealed: base64(sealed), ...(face && { face: base64(face) }), bills: blobs.map((blob) => ({ localId: blob.localId, sealed: base64(blob.sealed) })) });
  return new Blob([text], { type: 'application/json' });
}
