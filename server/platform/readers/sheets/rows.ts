import { zipSync } from 'fflate';
import { streamXlsxRows } from 'hucre/xlsx';
import { isEmptyRow, type CellContent } from '#domain/sheets.ts';
import type { AnswerTo, Question } from '../tasks.ts';
import { RowPacker, SheetFailed } from './packed.ts';
import { unpackWorkbook } from './unpack.ts';

/** Runs in the pool (server/platform/readers): what a sheet costs to read is paid there, and it can be ended. */

/** Of a sheet. */
const LAST_ROW = 1_048_576;
/** Nothing that a sheet is asked for is longer than half of it; what is cut is refused for its length. */
const LONGEST_TEXT = 1_000;
/** 1: 'A', 27: 'AA'. */
const letter = (column: number): string =>
  (column > 26 ? letter(Math.ceil(column / 26) - 1) : '') + String.fromCharCode(65 + ((column - 1) % 26));

function contentOf(value: unknown): CellContent {
  if (typeof value === 'string') return value.slice(0, LONGEST_TEXT);
  return typeof value === 'number' || typeof value === 'boolean' || value instanceof Date ? value : null;
}

async function rowsIn({ bytes, rows, columns, room, chars }: Question<'sheet'>): Promise<RowPacker> {
  const parts = await unpackWorkbook(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), room);
  // Repacked without compression: what is read below is exactly what was checked above.
  const checked = zipSync(Object.fromEntries(parts), { level: 0 });
  const found = new RowPacker(chars);
  let held = 0;
  // Rows count by what is in them: one that is below many empty ones is a row like the others, and may be a payment.
  for await (const row of streamXlsxRows(checked, { sheet: 0, range: `A1:${letter(columns)}${LAST_ROW}` })) {
    const cells = row.values.slice(0, columns).map(contentOf);
    if (isEmptyRow(cells)) continue;
    found.add({ row: row.index + 1, cells });
    held += 1;
    if (held > rows) break;
  }
  return found;
}

/**
 * The rows of a workbook's first sheet that hold something, one more than `rows` at the most; each text of 1,000
 * characters at most.
 */
export async function readRows(question: Question<'sheet'>): Promise<AnswerTo<'sheet'>> {
  try {
    return { fault: null, parts: (await rowsIn(question)).parts() };
  } catch (error) {
    return { fault: error instanceof SheetFailed ? error.fault : 'broken' };
  }
}
