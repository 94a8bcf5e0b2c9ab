import { PREVIEW_ORDER } from '#storage/schema.ts';
import { cipherOf } from '#storage/vault.ts';
import type { PreviewSize } from '#contract/enums.ts';
import { download } from './http.ts';
import { requirePerson } from './person.ts';

/**
 * Small pictures of bills, which the server makes (DOC-16). Kept are those of bills that a person may
 * have to decide on without a network (MGR-30). They go with whatever else can be fetched again: at sign-out, and when
 * space runs out.
 */

const ORDER = PREVIEW_ORDER.small;
const MAX_ENTRIES = 200;
/** Bigger ones are none. */
const MAX_BYTES = 60_000;
const keyOf = (fingerPrint: string): string => `small/${fingerPrint}`;

/** The small picture of a bill, or null when this device has none. */
export async function keptPreview(fingerPrint: string): Promise<ArrayBuffer | null> {
  try {
    const { store, key } = await requirePerson();
    const row = await store.read(['previews'], (tx) => tx.objectStore('previews').get(keyOf(fingerPrint)));
    return row ? await cipherOf(key).unseal(row.sealed, `previews/${keyOf(fingerPrint)}`) : null;
  } catch {
    return null;
  }
}

/** Keeps one, sealed; the oldest make room. */
export async function keepPreview(fingerPrint: string, bytes: ArrayBuffer, at: number): Promise<void> {
  if (bytes.byteLength > MAX_BYTES) return;
  const { store, key } = await requirePerson();
  const name = keyOf(fingerPrint);
  const sealed = await cipherOf(key).seal(bytes, `previews/${name}`);
  await store.write(['previews', 'meta'], async (tx) => {
    const [meta, previews] = [tx.objectStore('meta'), tx.objectStore('previews')];
    const known = ((await meta.get(ORDER)) as string[] | undefined) ?? [];
    const order = [name, ...known.filter((other) => other !== name)];
    await Promise.all([
      previews.put({ key: name, at, sealed }),
      ...order.slice(MAX_ENTRIES).map((old) => previews.delete(old)),
      meta.put(order.slice(0, MAX_ENTRIES), ORDER),
    ]);
  });
}

/** A small picture of a bill from the server: WebP. Throws ApiError, 404 where there is none. */
export async function loadPreview(fingerPrint: string, size: PreviewSize, signal?: AbortSignal): Promise<ArrayBuffer> {
  const [{ bytes, sum }, { sha256 }] = await Promise.all([
    download(fingerPrint, signal, size),
    import('#outbox/env.ts'),
  ]);
  if ((await sha256(bytes)) !== sum) throw new Error('The picture arrived damaged.');
  return bytes;
}
