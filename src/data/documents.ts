import { PREVIEW_ORDER } from '#storage/schema.ts';
import { cipherOf } from '#storage/vault.ts';
import { outbox } from './entries.ts';
import { download } from './http.ts';
import { requirePerson } from './person.ts';

/** A bill on the server by its fingerPrint, or one that waits in the outbox. */
export type DocumentSource = string | { entryId: string; localId: string };

/** Bytes of bills: from the outbox, from the previews on this device, else from the server. */
export interface LoadedDocument {
  bytes: ArrayBuffer;
  type: string;
}

const MAX_ENTRIES = 30;
const MAX_BYTES = 2_200_000;
const ORDER = PREVIEW_ORDER.whole;
const contextOf = (fingerPrint: string): string => `previews/${fingerPrint}`;

async function kept(fingerPrint: string): Promise<LoadedDocument | null> {
  const { store, key } = await requirePerson();
  const row = await store.read(['previews'], (tx) => tx.objectStore('previews').get(fingerPrint));
  if (!row) return null;
  const bytes = await cipherOf(key).unseal(row.sealed, contextOf(fingerPrint));
  return { bytes, type: typeOf(bytes) };
}

/** Keeps what was looked at, so that it opens offline; the oldest go first. */
async function keep(fingerPrint: string, bytes: ArrayBuffer): Promise<void> {
  if (bytes.byteLength > MAX_BYTES) return;
  const { store, key } = await requirePerson();
  const sealed = await cipherOf(key).seal(bytes, contextOf(fingerPrint));
  await store.write(['previews', 'meta'], async (tx) => {
    const meta = tx.objectStore('meta');
    const known = (await meta.get(ORDER)) as string[] | undefined;
    const order = [fingerPrint, ...(known ?? []).filter((other) => other !== fingerPrint)];
    const previews = tx.objectStore('previews');
    await Promise.all([
      previews.put({ key: fingerPrint, at: Date.now(), sealed }),
      ...order.slice(MAX_ENTRIES).map((old) => previews.delete(old)),
      meta.put(order.slice(0, MAX_ENTRIES), ORDER),
    ]);
  });
}

/** The type by the first bytes: what is shown never depends on what somebody called it. */
export function typeOf(bytes: ArrayBuffer): string {
  const head = new Uint8Array(bytes.slice(0, 12));
  const text = String.fromCharCode(...head);
  if (text.startsWith('%PDF')) return 'application/pdf';
  if (head[0] === 0xff && head[1] === 0xd8) return 'image/jpeg';
  if (text.startsWith('\x89PNG')) return 'image/png';
  if (text.startsWith('RIFF') && text.slice(8) === 'WEBP') return 'image/webp';
  if (text.slice(4, 8) === 'ftyp') return 'image/heic';
  return 'application/octet-stream';
}

/** A document that this device has kept, or null. */
export const keptDocument = (fingerPrint: string): Promise<LoadedDocument | null> =>
  kept(fingerPrint).catch(() => null);

/** The bytes of a document; `keep` false leaves nothing of it on this device. Throws ApiError. */
export async function loadDocument(
  source: DocumentSource,
  signal?: AbortSignal,
  keepIt = true,
): Promise<LoadedDocument> {
  if (typeof source !== 'string') {
    const bill = await (await outbox()).bill(source.entryId, source.localId);
    if (!bill) throw new Error('This bill is not on this device any more.');
    return { bytes: bill.bytes, type: bill.type };
  }
  const here = await keptDocument(source);
  if (here) return here;
  const [{ bytes, sum }, { sha256 }] = await Promise.all([download(source, signal), import('#outbox/env.ts')]);
  // The bill is the bill: what is shown is what was photographed.
  if ((await sha256(bytes)) !== sum) throw new Error('The file arrived damaged.');
  if (keepIt) void keep(source, bytes).catch(() => undefined);
  return { bytes, type: typeOf(bytes) };
}
