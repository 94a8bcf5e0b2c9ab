import { stringify, type Options } from 'csv-stringify/sync';
import { formatDay } from '#domain/dates.ts';
import { isTextColumn, looksLikeFormula, rupeesText, slicesOf, wallClockOf, type Column, type Table } from './table.ts';

const BYTE_ORDER_MARK = '\uFEFF';
const RFC_4180: Options = {
  record_delimiter: 'windows',
  // Quotes what another country's spreadsheet splits at, semicolon and tab, and spaces that it would trim.
  quoted_match: [/[;\t\r\n]|^\s|\s$/],
};

/** Rows as lines of RFC 4180. */
export const csvLines = (rows: string[][]): string => stringify(rows, RFC_4180);

/** One that a spreadsheet would take for a formula gets an apostrophe before it, which makes it a text (Z57). */
export const asText = (text: string): string => (looksLikeFormula(text) ? `'${text}` : text);

/** '21-11-2026 14:05' from a UTC moment that shows the wall clock's figures. */
function momentText(wall: number): string {
  const iso = new Date(wall).toISOString();
  return `${iso.slice(8, 10)}-${iso.slice(5, 7)}-${iso.slice(0, 4)} ${iso.slice(11, 16)}`;
}

/**
 * Writes a table as CSV in UTF-8: days as dd-MM-yyyy, moments with the time of day in the table's zone, amounts in
 * rupees with two decimals.
 */
export async function* writeCsv<Row>({ columns, batches, timeZone }: Table<Row>): AsyncGenerator<Buffer> {
  const wallClock = wallClockOf(timeZone);
  const cellOf = (column: Column<Row>, row: Row): string => {
    if (isTextColumn(column)) {
      const text = column.of(row);
      return text === null ? '' : column.kind === 'day' ? formatDay(text) : asText(text);
    }
    const value = column.of(row);
    if (value === null) return '';
    return column.kind === 'money'
      ? rupeesText(value)
      : column.kind === 'moment'
        ? momentText(wallClock(value))
        : String(value);
  };
  const linesOf = (rows: readonly Row[]): string =>
    csvLines(rows.map((row) => columns.map((column) => cellOf(column, row))));
  yield Buffer.from(BYTE_ORDER_MARK + csvLines([columns.map(({ title }) => asText(title))]));
  for await (const rows of batches) for (const slice of slicesOf(rows)) yield Buffer.from(linesOf(slice));
}
