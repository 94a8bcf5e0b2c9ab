import { parentPort, workerData } from 'node:worker_threads';
import { zipSync } from 'fflate';
import { streamXlsxRows } from 'hucre/xlsx';
import { isEmptyRow, type CellContent } from '#domain/sheets.ts';
import { SheetFailed, unpackWorkbook, type SheetFault } from './unpack.ts';

/** Runs in a thread of its own: what a sheet costs to read is paid there, and it can be ended. */

export interface SheetTask {
  bytes: Uint8Array;
  /** Rows that hold something, and columns, that are read; one row more tells that there are more. */
  rows: number;
  columns: number;
}
export interface SheetRow {
  /** As spreadsheets count, from 1. */
  row: number;
  cells: CellContent[];
}
export type SheetResult = { ok: true; rows: SheetRow[] } | { ok: false; fault: SheetFault };

/** Of a sheet. */
const LAST_ROW = 1_048_576;
const letter = (column: number): string => String.fromCharCode(64 + column);

function contentOf(value: unknown): CellContent {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' || value instanceof Date) return value;
  return null;
}

async function read({ bytes, rows, columns }: SheetTask): Promise<SheetResult> {
  try {
    const parts = unpackWorkbook(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    // Packed anew without packing: what is read below is what was looked at above, and nothing else.
    const checked = zipSync(Object.fromEntries(parts), { level: 0 });
    const found: SheetRow[] = [];
    // Rows count by what is in them: one that stands below many empty ones is a row like the others, and may be a payment.
    for await (const row of streamXlsxRows(checked, { sheet: 0, range: `A1:${letter(columns)}${LAST_ROW}` })) {
      const cells = row.values.slice(0, columns).map(contentOf);
      if (!isEmptyRow(cells)) found.push({ row: row.index + 1, cells });
      if (found.length > rows) break;
    }
    return { ok: true, rows: found };
  } catch (error) {
    return { ok: false, fault: error instanceof SheetFailed ? error.fault : 'broken' };
  }
}

parentPort?.postMessage(await read(workerData as SheetTask));
