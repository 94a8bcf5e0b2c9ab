import { blobsOf, dropBytes } from './bytes.ts';
import type { DeviceStore } from './device.ts';
import { idHash, storeOfEmail, storeOfId, type Person } from './person.ts';
import { openPersonStore, type OpenOptions, type PersonStore } from './open.ts';
import type { BlobRow, BytesRow, DraftRow, OutboxRow, ShareRow, WriteTx } from './schema.ts';
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

interface Head {
  rev: number;
  seq: number;
  sent: number;
}
const EMPTY: Head = { rev: 0, seq: 0, sent: 0 };

/** Bills as they lie: what names them, and the sealed bytes. */
interface Bills {
  blobs: BlobRow[];
  bytes: BytesRow[];
}

const billsIn = (store: PersonStore, owner: string): Promise<Bills> =>
  store.read(['blobs', 'bytes'], async (tx) => {
    const blobs = await tx.objectStore('blobs').getAll(blobsOf(owner));
    const bytes = await Promise.all(
      blobs.flatMap(({ hash }) => (hash === undefined ? [] : [tx.objectStore('bytes').get(hash)])),
    );
    return { blobs, bytes: bytes.filter((row) => row !== undefined) };
  });

async function putBills(tx: WriteTx, { blobs, bytes }: Bills): Promise<void> {
  // Read back where they lay, not here.
  for (const { verified: _verified, ...row } of blobs) await tx.objectStore('blobs').put(row);
  for (const row of bytes)
    if ((await tx.objectStore('bytes').getKey(row.hash)) === undefined) await tx.objectStore('bytes').put(row);
}

/**
 * Brings one entry over with its bills, as it is sealed. One that is there already is not brought again: it may have
 * moved on since.
 */
const bringEntry = (row: OutboxRow, bills: Bills, into: PersonStore): Promise<void> =>
  into.write(['outbox', 'blobs', 'bytes', 'meta'], async (tx) => {
    const meta = tx.objectStore('meta');
    const [there, archived, kept] = await Promise.all([
      tx.objectStore('outbox').get(row.id),
      meta.get(`sent/${row.id}`),
      meta.get('outbox'),
    ]);
    if (there !== undefined || archived !== undefined) return;
    const head = (kept as Head | undefined) ?? EMPTY;
    const [rev, seq] = [head.rev + 1, head.seq + 1];
    await meta.put({ ...head, rev, seq }, 'outbox');
    await tx.objectStore('outbox').put({ ...row, rev, seq });
    await putBills(tx, bills);
  });

const bringDraft = (row: DraftRow, bills: Bills, into: PersonStore): Promise<void> =>
  into.write(['drafts', 'blobs', 'bytes'], async (tx) => {
    if ((await tx.objectStore('drafts').get(row.key)) !== undefined) return;
    await tx.objectStore('drafts').put(row);
    await putBills(tx, bills);
  });

/** Brings over what another app shared, as it is sealed. */
const bringShare = (row: ShareRow, bills: Bills, into: PersonStore): Promise<void> =>
  into.write(['shares', 'blobs', 'bytes'], async (tx) => {
    if ((await tx.objectStore('shares').getKey(row.id)) !== undefined) return;
    await tx.objectStore('shares').put(row);
    await putBills(tx, bills);
  });

/**
 * Brings what waits in `from` into `into`, one by one: each is there before it goes here, so that a kill in between
 * loses and doubles nothing.
 */
async function absorb(from: PersonStore, into: PersonStore): Promise<void> {
  const [outbox, drafts, shares] = await from.read(['outbox', 'drafts', 'shares'], (tx) =>
    Promise.all([
      tx.objectStore('outbox').getAll(),
      tx.objectStore('drafts').getAll(),
      tx.objectStore('shares').getAll(),
    ]),
  );
  for (const row of outbox.sort((a, b) => a.seq - b.seq)) {
    await bringEntry(row, await billsIn(from, row.id), into);
    await from.write(['outbox', 'blobs', 'bytes', 'meta'], async (tx) => {
      const meta = tx.objectStore('meta');
      const now = await tx.objectStore('outbox').get(row.id);
      // Changed meanwhile, by a page of the build before: it comes the next time.
      if (now?.rev !== row.rev) return;
      const head = ((await meta.get('outbox')) as Head | undefined) ?? EMPTY;
      await Promise.all([tx.objectStore('outbox').delete(row.id), meta.put({ ...head, rev: head.rev + 1 }, 'outbox')]);
      await dropBytes(tx, row.id);
    });
  }
  for (const row of drafts) {
    const owner = `draft:${row.key}`;
    await bringDraft(row, await billsIn(from, owner), into);
    const moved = await into.read(['drafts'], (tx) => tx.objectStore('drafts').get(row.key));
    // Another draft of that name stays where it is: neither takes the place of the other.
    if (moved?.at !== row.at) continue;
    await from.write(['drafts', 'blobs', 'bytes'], async (tx) => {
      await tx.objectStore('drafts').delete(row.key);
      await dropBytes(tx, owner);
    });
  }
  for (const row of shares) {
    const owner = `share:${row.id}`;
    await bringShare(row, await billsIn(from, owner), into);
    await from.write(['shares', 'blobs', 'bytes'], async (tx) => {
      await tx.objectStore('shares').delete(row.id);
      await dropBytes(tx, owner);
    });
  }
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
    const into = await openPersonStore(person, { ...options, name });
    for (const { store } of others) await absorb(store, into);
    into.close();
  }
  for (const { store } of mine) store.close();
  return name;
}
