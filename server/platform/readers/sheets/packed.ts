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

/** Makes parts of rows, which cross a thread's border uncopied, as the rows come. */
export class RowPacker {
  readonly #most: number;
  readonly #parts: Uint8Array<ArrayBuffer>[] = [];
  #part: string[] = [];
  #size = 0;
  #total = 0;

  /** `most`: characters of JSON that all of them may come to. */
  constructor(most = MAX_CHARS) {
    this.#most = most;
  }

  /** Throws SheetFailed when they come to too much. */
  add({ row, cells }: SheetRow): void {
    const text = JSON.stringify({ row, cells: cells.map(packCell) });
    this.#total += text.length;
    if (this.#total > this.#most) throw new SheetFailed('large');
    if (this.#size + text.length > PART) this.#close();
    this.#part.push(text);
    this.#size += text.length;
  }

  parts(): Uint8Array<ArrayBuffer>[] {
    this.#close();
    return this.#parts;
  }

  #close(): void {
    if (this.#part.length > 0) this.#parts.push(new TextEncoder().encode(`[${this.#part.join(',')}]`));
    this.#part = [];
    this.#size = 0;
  }
}

/** The rows again, part by part: each is given up as it is read, and others have their turn between two. */
export async function* unpackRows(parts: Uint8Array<ArrayBuffer>[]): AsyncGenerator<SheetRow[]> {
  for (let part = parts.shift(); part; part = parts.shift()) {
    const some = JSON.parse(new TextDecoder().decode(part)) as {
      row: number;
      cells: (Exclude<CellContent, Date> | PackedDate)[];
    }[];
    yield some.map(({ row, cells }) => ({ row, cells: cells.map(unpackCell) }));
    await turn();
  }
}
