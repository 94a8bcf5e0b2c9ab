import type { DeviceStore } from './device.ts';
import { idHash, storeOfEmail, storeOfId, type Person } from './person.ts';
import { openPersonStore, type OpenOptions, type PersonStore } from './open.ts';
import type { Cipher } from './vault.ts';

/**
 * Finding a person's store again, whatever it was named by (ID-4, P10). Builds before this one named it by the address:
 * at a sign-in of the same id it is taken over where it lies, and what waits in others of the same person comes into
 * it.
 */
const OWNER = 'owner';
const SAMPLE = 5;

/**
 * Whether a store that this device knows as the person's lies there without the mark that was put into it first: then
 * the browser has cleared it, and what was opened is a new one (ST-3). False for a person who has none here yet.
 */
export async function isCleared(device: DeviceStore, id: string, store: PersonStore): Promise<boolean> {
  return (
    (await device.storeName(id)) === store.name &&
    (await store.read(['meta'], (tx) => tx.objectStore('meta').get(OWNER))) === undefined
  );
}

/** Says in the store itself whose it is. */
export async function markOwner(id: string, store: PersonStore): Promise<void> {
  const mark = await idHash(id);
  await store.write(['meta'], async (tx) => void (await tx.objectStore('meta').put(mark, OWNER)));
}

/** Whether there is such a database; makes none. */
function exists(name: string, factory: IDBFactory): Promise<boolean> {
  return new Promise((resolve) => {
    const open = factory.open(name);
    let made = false;
    open.onupgradeneeded = () => {
      made = true;
      open.transaction?.abort();
    };
    open.onsuccess = () => {
      open.result.close();
      resolve(!made);
    };
    open.onerror = () => resolve(!made);
  });
}

interface Found {
  store: PersonStore;
  owner: unknown;
  rows: number;
  opens: boolean;
}

async function lookInto(store: PersonStore, cipher: Cipher): Promise<Found> {
  const { owner, samples, rows } = await store.read(['meta', 'outbox', 'drafts', 'shares', 'reads'], async (tx) => {
    const [owner, outbox, drafts, shares, reads] = await Promise.all([
      tx.objectStore('meta').get(OWNER),
      tx.objectStore('outbox').getAll(),
      tx.objectStore('drafts').getAll(),
      tx.objectStore('shares').getAll(),
      tx.objectStore('reads').getAll(null, SAMPLE),
    ]);
    const samples = [
      ...outbox.slice(-SAMPLE).map((row) => ({ sealed: row.sealed, context: `outbox/${row.id}` })),
      ...drafts.slice(-SAMPLE).map((row) => ({ sealed: row.sealed, context: `drafts/${row.key}` })),
      ...shares.slice(-SAMPLE).map((row) => ({ sealed: row.sealed, context: `shares/${row.id}` })),
      ...reads.map((row) => ({ sealed: row.sealed, context: `reads/${row.key}` })),
    ];
    return { owner, samples, rows: outbox.length + drafts.length + shares.length };
  });
  for (const { sealed, context } of samples)
    if (
      await cipher.unseal(sealed, context).then(
        () => true,
        () => false,
      )
    )
      return { store, owner, rows, opens: true };
  return { store, owner, rows, opens: samples.length === 0 };
}

/**
 * Answers the name of the person's store, and remembers it on the device. A store named by an address is this person's
 * when it says so, or when it says nothing and their keys open what lies in it: an address may be somebody else's by
 * now.
 */
export async function takeOver(
  device: DeviceStore,
  person: Person & { id: string },
  cipher: Cipher,
  formerEmails: readonly string[],
  options: OpenOptions = {},
): Promise<string> {
  const factory = options.factory ?? globalThis.indexedDB;
  const mark = await idHash(person.id);
  const own = await storeOfId(person.id);
  const known = await device.storeName(person.id);
  const names = new Set([own, ...(await Promise.all([person.email, ...formerEmails].map(storeOfEmail)))]);
  if (known !== null) names.delete(known);
  const mine: Found[] = [];
  for (const name of names) {
    if (!(await exists(name, factory))) continue;
    const found = await lookInto(await openPersonStore(person, { ...options, name }), cipher);
    if (found.owner === mark || (found.owner === undefined && found.opens)) mine.push(found);
    else found.store.close();
  }
  const name = known ?? mine[0]?.store.name ?? own;
  if (known === null) {
    const store =
      mine.find((each) => each.store.name === name)?.store ?? (await openPersonStore(person, { ...options, name }));
    await markOwner(person.id, store);
    await device.setStoreName(person.id, name);
    if (!mine.some((each) => each.store === store)) store.close();
  }
  const others = mine.filter((each) => each.store.name !== name && each.rows > 0);
  if (others.length > 0) {
    const { absorb } = await import('./absorb.ts');
    const into = await openPersonStore(person, { ...options, name });
    for (const { store } of others) await absorb(store, into);
    into.close();
  }
  for (const { store } of mine) store.close();
  return name;
}
