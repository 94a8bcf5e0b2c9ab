import { setImmediate as turn } from 'node:timers/promises';
import type { CellContent } from '#domain/sheets.ts';

/** Why a file is not read: it is something else, needs too much room, or does not hold together. */
export type SheetFault = 'foreign' | 'protected' | 'large' | 'broken';

export class SheetFailed extends Error {
  override name = 'SheetFailed';
  readonly fault: SheetFault;

  constructor(fault: SheetFault) {
    super(fault);
    this.fault = fault;
  }
}

export interface SheetRow {
  /** As spreadsheets count, from 1. */
  row: number;
  cells: CellContent[];
}

/** Characters of JSON that are parsed at once: a millisecond of the main thread. */
const PART = 65_536;
/** Of a whole sheet: 5,000 rows with every text at its longest. */
const MAX_CHARS = 6_000_000;

/** A date as JSON; a moment that is none is null in it. */
interface PackedDate {
  date: number | null;
}
const packCell = (cell: CellContent): unknown =>
  cell instanceof Date ? ({ date: cell.getTime() } satisfies PackedDate) : cell;
const unpackCell = (cell: Exclude<CellContent, Date> | PackedDate): CellContent =>
  typeof cell === 'object' && cell !== null ? new Date(cell.date ?? Number.NaN) : cell;

/** Rows as parts that cross a thread's border uncopied. Throws SheetFailed when they come to too much. */
export function packRows(rows: readonly SheetRow[], most = MAX_CHARS): Uint8Array<ArrayBuffer>[] {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let part: string[] = [];
  let [size, total] = [0, 0];
  const close = (): void => {
    if (part.length > 0) parts.push(new TextEncoder().encode(`[${part.join(',')}]`));
    part = [];
    size = 0;
  };
  for (const { row, cells } of rows) {
    const text = JSON.stringify({ row, cells: cells.map(packCell) });
    total += text.length;
    if (total > most) throw new SheetFailed('large');
    if (size + text.length > PART) close();
    part.push(text);
    size += text.length;
  }
  close();
  return parts;
}

/** The rows again. Others have their turn between two parts. */
export async function unpackRows(parts: readonly Uint8Array<ArrayBuffer>[]): Promise<SheetRow[]> {
  const rows: SheetRow[] = [];
  for (const part of parts) {
    const some = JSON.parse(new TextDecoder().decode(part)) as {
      row: number;
      cells: (Exclude<CellContent, Date> | PackedDate)[];
    }[];
    for (const { row, cells } of some) rows.push({ row, cells: cells.map(unpackCell) });
    await turn();
  }
  return rows;
}
