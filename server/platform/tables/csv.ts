import { formatDay } from '#domain/dates.ts';
import { isTextColumn, looksLikeFormula, rupeesText, slicesOf, wallClockOf, type Column, type Table } from './table.ts';

const BYTE_ORDER_MARK = '\uFEFF';
const LINE_END = '\r\n';

/**
 * A text as RFC 4180 has it. One that a spreadsheet would take for a formula gets an apostrophe before it, which makes
 * it a text (Z57); what another country's spreadsheet would part at, semicolon and tab, is quoted too.
 */
export function csvText(text: string): string {
  const plain = looksLikeFormula(text) ? `'${text}` : text;
  return /[",;\t\r\n]|^\s|\s$/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

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
      return text === null ? '' : column.kind === 'day' ? formatDay(text) : csvText(text);
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
    rows.map((row) => columns.map((column) => cellOf(column, row)).join(',') + LINE_END).join('');
  yield Buffer.from(BYTE_ORDER_MARK + columns.map(({ title }) => csvText(title)).join(',') + LINE_END);
  for await (const rows of batches) for (const slice of slicesOf(rows)) yield Buffer.from(linesOf(slice));
}
