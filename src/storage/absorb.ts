import { blobsOf, dropBytes } from './bytes.ts';
import type { PersonStore } from './open.ts';
import type { BlobRow, BytesRow, DraftRow, OutboxRow, ShareRow, WriteTx } from './schema.ts';

/** What waits in a store that is no longer used comes into another (P10). Loaded where there is something. */

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
export async function absorb(from: PersonStore, into: PersonStore): Promise<void> {
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
