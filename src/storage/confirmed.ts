import { BYTES_STORES, dropBytes } from './bytes.ts';
import type { OutboxRow, PersonStoreName, ReadTx, WriteTx } from './schema.ts';

/**
 * Rows of the outbox that the server has confirmed and that are no longer shown, archived in `meta` as they are
 * (sealed), with their bills in place. They are needed again only when the server has lost data (X58).
 */
export interface ConfirmedRow {
  /** Epoch milliseconds of the device. */
  at: number;
  /**
   * The server's clock when it was last known (TM-4); absent in rows archived by an older build, or while no answer had
   * come.
   */
  heard?: number;
  /** Of its bills. */
  bytes: number;
  row: OutboxRow;
}

/** Maximum number of archived rows, and of bytes of their bills. */
const MAX_COUNT = 2_000;
const MAX_BYTES = 50_000_000;
export const CONFIRMED_STORES = ['outbox', 'meta', ...BYTES_STORES] as const satisfies readonly PersonStoreName[];

const PREFIX = 'sent/';
const keyOf = (id: string): string => `${PREFIX}${id}`;
const all = (): IDBKeyRange => IDBKeyRange.bound(PREFIX, `${PREFIX}\uffff`);

export async function archive(
  tx: WriteTx,
  id: string,
  { at, heard }: { at: number; heard: number | null },
  bytes: number,
): Promise<void> {
  const row = await tx.objectStore('outbox').get(id);
  if (!row) return;
  await Promise.all([
    tx.objectStore('meta').put({ at, ...(heard !== null && { heard }), bytes, row } satisfies ConfirmedRow, keyOf(id)),
    tx.objectStore('outbox').delete(id),
  ]);
}

/** Removes it from the archive; its bills stay. */
export const unarchive = (tx: WriteTx, id: string): Promise<void> => tx.objectStore('meta').delete(keyOf(id));

/** One of them, or undefined. */
export const confirmedRow = async (tx: ReadTx | WriteTx, id: string): Promise<ConfirmedRow | undefined> =>
  (await tx.objectStore('meta').get(keyOf(id))) as ConfirmedRow | undefined;

export const confirmedRows = async (tx: ReadTx | WriteTx): Promise<ConfirmedRow[]> =>
  (await tx.objectStore('meta').getAll(all())) as ConfirmedRow[];

/**
 * Removes what was archived for longer than `keep`, and the oldest when there are too many; of large ones the bills
 * go first. `now`: the server's clock. Rows archived without it age from now on.
 */
export async function prune(tx: WriteTx, now: number, keep: number): Promise<void> {
  const rows = (await confirmedRows(tx)).sort((a, b) => (b.heard ?? now) - (a.heard ?? now) || b.at - a.at);
  let bytes = 0;
  const work: Promise<unknown>[] = [];
  rows.forEach((each, index) => {
    const isOver = (each.heard ?? now) < now - keep || index >= MAX_COUNT;
    bytes += each.bytes;
    if (isOver) work.push(unarchive(tx, each.row.id));
    else if (each.heard === undefined)
      work.push(tx.objectStore('meta').put({ ...each, heard: now } satisfies ConfirmedRow, keyOf(each.row.id)));
    if (isOver || (each.bytes > 0 && bytes > MAX_BYTES)) work.push(dropBytes(tx, each.row.id));
  });
  await Promise.all(work);
}

/** Lets go of the bills of everything that the server has: they make room for what it has not (ST-1). */
export async function dropConfirmedBills(tx: WriteTx): Promise<void> {
  const shown = (await tx.objectStore('outbox').getAll()).filter(({ state }) => state === 'done');
  const ids = [...(await confirmedRows(tx)).map(({ row }) => row.id), ...shown.map(({ id }) => id)];
  for (const id of ids) await dropBytes(tx, id);
}
