import { isUtf8 } from 'node:buffer';
import { parse, type CsvError } from 'csv-parse/sync';
import { isEmptyRow } from '#domain/sheets.ts';
import type { AnswerTo, Question } from '../tasks.ts';
import { RowPacker, SheetFailed } from './packed.ts';

/** Runs in the pool (server/platform/readers): CSV in UTF-8 or UTF-16, whatever parts its cells. */

/** A row that is longer has lost a closing quote. */
const MAX_ROW_CHARS = 100_000;
const LONGEST_TEXT = 1_000;

/** Its text in UTF-8. Null: it is in no encoding that it says. */
function textOf(bytes: Uint8Array<ArrayBuffer>): Buffer | null {
  const [first, second] = bytes;
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : null;
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (encoding === null) return isUtf8(whole) && !whole.includes(0) ? whole : null;
  try {
    const text = Buffer.from(new TextDecoder(encoding, { fatal: true }).decode(bytes));
    return text.includes(0) ? null : text;
  } catch {
    return null;
  }
}

/** What parts the cells: the sign that the first line has most of. */
function delimiterOf(text: Buffer): string {
  const head = text.toString('utf8', 0, MAX_ROW_CHARS).split(/\r\n|\n|\r/, 1)[0] ?? '';
  const counted = [',', ';', '\t'].map((sign) => ({ sign, times: head.split(sign).length }));
  return counted.toSorted((a, b) => b.times - a.times)[0]?.sign ?? ',';
}

/** Line breaks of two signs within quotation marks, which the parser counts as two. */
const twofold = (cells: readonly string[]): number =>
  cells.reduce((sum, cell) => sum + (cell.includes('\r\n') ? cell.split('\r\n').length - 1 : 0), 0);

function messageOf(error: unknown, text: Buffer): string {
  const { code, lines } = error as CsvError & { lines?: number };
  if (code !== 'CSV_MAX_RECORD_SIZE' && code !== 'CSV_QUOTE_NOT_CLOSED') return 'This is no CSV file.';
  const line = `near line ${String(lines ?? '?')}`;
  return text.includes('"')
    ? `A quotation mark ${line} is opened and not closed.`
    : `A row ${line} is longer than ${MAX_ROW_CHARS.toLocaleString('en-IN')} characters.`;
}

/** The rows that hold something, one more than `rows` at the most; each text of 1,000 characters at most. */
export function readCsvRows({ bytes, rows, columns, chars }: Question<'csv'>): AnswerTo<'csv'> {
  const text = textOf(bytes);
  if (text === null) return { message: 'This file is not in UTF-8. Please save it as CSV UTF-8.' };
  const found = new RowPacker(chars);
  let doubled = 0;
  try {
    parse(text, {
      bom: true,
      delimiter: delimiterOf(text),
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      max_record_size: MAX_ROW_CHARS,
      to: rows + 1,
      // What is read is packed at once and not kept as cells.
      on_record: (record: string[], { lines }) => {
        doubled += twofold(record);
        const cells = record.slice(0, columns).map((cell) => cell.slice(0, LONGEST_TEXT));
        if (!isEmptyRow(cells)) found.add({ row: lines - doubled, cells });
        return null;
      },
    });
    return { message: null, parts: found.parts() };
  } catch (error) {
    return { message: error instanceof SheetFailed ? 'This file is too large to be read.' : messageOf(error, text) };
  }
}
