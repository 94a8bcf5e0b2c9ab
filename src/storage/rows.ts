import type { PersonStore } from './open.ts';
import type { RowsRow } from './schema.ts';
import { withRoom } from './room.ts';
import { cipherOf, seal, unseal, type Vault } from './vault.ts';

/** A record kept on the device, and when the server said it was so. */
export interface KeptRow<Row = unknown> {
  id: string;
  row: Row;
  asOf: number;
}

/** Records of the lists, by kind, to answer lists without a network. */
export interface Rows {
  /** Keeps the rows of one answer. Another answer of the same `source` takes their place; newer copies of a row win. */
  putRows(kind: string, rows: readonly { id: string; row: unknown }[], at: number, source?: string): Promise<void>;
  allRows<Row>(kind: string): Promise<KeptRow<Row>[]>;
  dropRows(kind?: string): Promise<void>;
}

/**
 * Number of rows sealed together: one sealing per row costs more than the transaction, one for all would block the
 * page.
 */
const PART_ROWS = 200;
const contextOf = (kind: string, source: string, part: number): string => `rows/${kind}/${source}/${part}`;
const everyPart = (kind: string, source?: string): IDBKeyRange =>
  source === undefined ? IDBKeyRange.bound([kind], [kind, []]) : IDBKeyRange.bound([kind, source], [kind, source, []]);

export function openRows(store: PersonStore, vault: Vault): Rows {
  const cipher = cipherOf(vault);
  return {
    async putRows(kind, rows, at, source = '') {
      const parts: RowsRow[] = [];
      for (let start = 0; start < rows.length; start += PART_ROWS) {
        const part = parts.length;
        parts.push({
          kind,
          source,
          part,
          at,
          sealed: await seal(cipher, rows.slice(start, start + PART_ROWS), contextOf(kind, source, part)),
        });
      }
      await withRoom(store, () =>
        store.write(['rows'], async (tx) => {
          const rowsStore = tx.objectStore('rows');
          await rowsStore.delete(everyPart(kind, source));
          await Promise.all(parts.map((part) => rowsStore.put(part)));
        }),
      );
    },
    async allRows<Row>(kind: string) {
      const parts = await store.read(['rows'], (tx) => tx.objectStore('rows').getAll(everyPart(kind)));
      const kept = new Map<string, KeptRow<Row>>();
      for (const part of parts.sort((a, b) => a.at - b.at)) {
        const rows = (await unseal(cipher, part.sealed, contextOf(kind, part.source, part.part)).catch(() => [])) as {
          id: string;
          row: Row;
        }[];
        for (const { id, row } of rows) kept.set(id, { id, row, asOf: part.at });
      }
      return [...kept.values()];
    },
    dropRows: (kind) =>
      store.write(['rows'], (tx) =>
        kind === undefined ? tx.objectStore('rows').clear() : tx.objectStore('rows').delete(everyPart(kind)),
      ),
  };
}
