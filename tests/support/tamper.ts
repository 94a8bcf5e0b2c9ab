import type { Ledger } from './ledger.ts';
import type { World } from './world.ts';

/** What happens to a disk behind the outbox's back. */

/** Bytes of a bill that still waits are damaged where they lie. */
export async function spoil(world: World, ledger: Ledger, person: string, n: number): Promise<void> {
  // A double tap of which the first half has been answered cannot be unsaid; bytes that go bad in between are found
  // when they are sent.
  const settled = new Set(ledger.taps.filter(({ pending }) => pending === 0).map(({ entryId }) => entryId));
  const open = (await ledger.entries(person)).filter(
    ({ id, state, bills }) => state !== 'done' && bills.length > 0 && settled.has(id),
  );
  const entry = open[n % Math.max(open.length, 1)];
  if (!entry) return;
  const store = await world.disk(person);
  await store.write(['bytes'], async (tx) => {
    const row = await tx.objectStore('bytes').get(entry.bills[0]?.hash ?? '');
    if (!row) return;
    new Uint8Array(row.sealed)[row.sealed.byteLength - 1] = 33;
    await tx.objectStore('bytes').put(row);
  });
  store.close();
  ledger.spoiltEntries.add(entry.id);
}

/** The text of a row, bytes and all, to see later that nobody touched it. */
export const rowText = (row: unknown): string =>
  JSON.stringify(row, (_, value: unknown) => (value instanceof ArrayBuffer ? [...new Uint8Array(value)] : value));

/** A backup is put back under a phone that has read from the server of before. */
export async function restore(world: World, ledger: Ledger, people: readonly string[]): Promise<void> {
  ledger.restored = true;
  for (const person of people) {
    const store = await world.disk(person);
    await store.write(['meta'], async (tx) => {
      const meta = tx.objectStore('meta');
      if ((await meta.get('dbEpoch')) === undefined) await meta.put(world.server.epoch ?? 'e0', 'dbEpoch');
    });
    store.close();
  }
  world.server.restore();
}

/** A newer version of the app has stored an entry. */
export async function plantNewer(world: World, ledger: Ledger, person: string): Promise<void> {
  const store = await world.disk(person);
  const id = `newer-${ledger.newerRows.length}-key`;
  await store.write(['outbox', 'meta'], async (tx) => {
    const meta = tx.objectStore('meta');
    const head = ((await meta.get('outbox')) ?? { rev: 0, seq: 0, sent: 0 }) as {
      rev: number;
      seq: number;
      sent: number;
    };
    const row = {
      id,
      seq: head.seq + 1,
      v: 99,
      rev: head.rev + 1,
      state: 'folded',
      retryAt: 0,
      keys: [`new:${id}`],
      sealed: new Uint8Array([1, 2, 3]).buffer,
    };
    await meta.put({ ...head, rev: head.rev + 1, seq: head.seq + 1 }, 'outbox');
    await tx.objectStore('outbox').put(row);
    ledger.newerRows.push({ person, id, at: rowText(row) });
  });
  store.close();
}

/** Writes are not heard of, reads fail, or bytes are not found, or not written as they were. */
export function failDisk(world: World, ledger: Ledger, n: number): void {
  if (n % 5 === 0) world.unheardWrites = 1;
  else if (n % 5 === 1) world.failReads = 1 + (n % 3);
  else if (n % 5 === 2) world.failBytes = 1;
  else if (n % 5 === 3) world.tornWrites = 1;
  else {
    world.lostBytes = 2;
    ledger.spoiltEntries.add('bytes that were not found');
  }
}

/** Somebody else changes or decides a record that this phone has a tap for. */
export function editElsewhere(world: World, ledger: Ledger, n: number): void {
  const used = ledger.taps.filter(({ recordId }) => recordId !== null);
  const id = used[n % Math.max(used.length, 1)]?.recordId;
  if (id == null) return;
  ledger.foreign.add(id);
  world.server.foreignEdit(id, n % 3 === 0);
}
