import { bytesContext, markRewritten } from './bytes.ts';
import type { PersonStore } from './open.ts';
import type { PersonStoreName } from './schema.ts';
import type { Cipher } from './vault.ts';

/**
 * Seals again what opens only with a later key of the ring: a key that the server no longer issues is removed at
 * sign-out, and with it everything that only it opens (ID-2, P5, P6).
 */
const SEALED_BY = 'sealedBy';

interface Sealed {
  store: PersonStoreName;
  /** Where it lies. */
  key: IDBValidKey;
  context: string;
  sealed: ArrayBuffer | undefined;
}

/** A draft that was moved aside stays sealed for the place it was typed at. */
const placeOf = (key: string): string => key.replace(/^aside\/[^/]*\//, '');

async function all(store: PersonStore): Promise<Sealed[]> {
  const [outbox, blobs, bytes, drafts, shares] = await store.read(
    ['outbox', 'blobs', 'bytes', 'drafts', 'shares'],
    (tx) =>
      Promise.all([
        tx.objectStore('outbox').getAll(),
        tx.objectStore('blobs').getAllKeys(),
        tx.objectStore('bytes').getAllKeys(),
        tx.objectStore('drafts').getAll(),
        tx.objectStore('shares').getAll(),
      ]),
  );
  const later = undefined;
  return [
    ...outbox.map(({ id, sealed }): Sealed => ({ store: 'outbox', key: id, context: `outbox/${id}`, sealed })),
    ...drafts.map(({ key, sealed }): Sealed => ({ store: 'drafts', key, context: `drafts/${placeOf(key)}`, sealed })),
    ...shares.map(({ id, sealed }): Sealed => ({ store: 'shares', key: id, context: `shares/${id}`, sealed })),
    // Read one by one: they may be many megabytes together.
    ...blobs.map((key): Sealed => ({ store: 'blobs', key, context: `blobs/${key[0]}/${key[1]}`, sealed: later })),
    ...bytes.map((hash): Sealed => ({ store: 'bytes', key: hash, context: bytesContext(hash), sealed: later })),
  ];
}

const opens = (cipher: Cipher, sealed: ArrayBuffer, context: string): Promise<ArrayBuffer | null> =>
  cipher.unseal(sealed, context).catch(() => null);
const HEAD_BYTES = 12;
const isSame = (a: ArrayBuffer, b: ArrayBuffer): boolean =>
  a.byteLength === b.byteLength && new Uint8Array(a, 0, HEAD_BYTES).every((byte, at) => byte === new Uint8Array(b)[at]);

type AnyRow = { sealed?: ArrayBuffer } | undefined;

/**
 * Once per newest key (`kid`), unless `anyway`. `newest` opens by that key alone, `cipher` by each of the ring. What no
 * key opens stays as it is.
 */
export async function reseal(
  store: PersonStore,
  kid: string,
  newest: Cipher,
  cipher: Cipher,
  anyway = false,
): Promise<void> {
  const done = await store.read(['meta'], (tx) => tx.objectStore('meta').get(SEALED_BY));
  if (done === kid && !anyway) return;
  for (const { store: name, key, context, sealed } of await all(store)) {
    // Of several stores the types do not tell which `name` is: that key and row are of that one, `all` has seen to.
    const now =
      sealed ?? ((await store.read([name], (tx) => tx.objectStore(name).get(key as never))) as AnyRow)?.sealed;
    if (!now || now.byteLength < HEAD_BYTES || (await opens(newest, now, context))) continue;
    const bytes = await opens(cipher, now, context);
    if (!bytes) continue;
    const again = await newest.seal(bytes, context);
    await store.write(name === 'bytes' ? [name, 'blobs'] : [name], async (tx) => {
      const row = (await tx.objectStore(name).get(key as never)) as AnyRow;
      // Changed meanwhile: the writer has sealed it.
      if (!row?.sealed || !isSame(row.sealed, now)) return;
      await tx.objectStore(name).put({ ...row, sealed: again } as never);
      if (name === 'bytes') await markRewritten(tx, String(key));
    });
  }
  await store.write(['meta'], async (tx) => void (await tx.objectStore('meta').put(kid, SEALED_BY)));
}
