import { offsetAt } from '#domain/dates.ts';

/** A table that is written while it is read from the database: batch by batch, never whole in memory. */

interface ColumnHead {
  title: string;
  /** In characters. */
  width: number;
}
export interface TextColumn<Row> extends ColumnHead {
  /** `day`: 'YYYY-MM-DD'. */
  kind: 'text' | 'day';
  of: (row: Row) => string | null;
}
interface NumberColumn<Row> extends ColumnHead {
  /** `money`: paise. `moment`: epoch milliseconds. */
  kind: 'number' | 'money' | 'moment';
  of: (row: Row) => number | null;
}
/** What a column holds says how its cells are written. */
export type Column<Row> = TextColumn<Row> | NumberColumn<Row>;
export const isTextColumn = <Row>(column: Column<Row>): column is TextColumn<Row> =>
  column.kind === 'text' || column.kind === 'day';

export interface Table<Row> {
  /** Of the sheet, and of the file without its ending. At most 31 characters, none of []:*?/\. */
  name: string;
  columns: readonly Column<Row>[];
  batches: AsyncIterable<readonly Row[]>;
  timeZone: string;
}

/** Rows that are put into text at a stretch: what else waits has its turn between two such stretches. */
const ROWS_AT_ONCE = 100;

export function* slicesOf<Row>(rows: readonly Row[]): Generator<readonly Row[]> {
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) yield rows.slice(at, at + ROWS_AT_ONCE);
}

/** Paise as rupees with two decimals, exactly. */
export function rupeesText(paise: number): string {
  const [whole, rest] = [Math.trunc(Math.abs(paise) / 100), Math.abs(paise) % 100];
  return `${paise < 0 ? '-' : ''}${whole}.${rest < 10 ? '0' : ''}${rest}`;
}

const DAY_MS = 86_400_000;
const KEPT_DAYS = 4_000;

/**
 * The wall clock of a zone, as the UTC moment that shows the same figures. What a day is ahead is found once: asking
 * for each of a hundred thousand moments would take seconds.
 */
export function wallClockOf(timeZone: string): (ms: number) => number {
  /** By UTC day: how far ahead all of it is, or null on a day on which the clocks are changed. */
  const ahead = new Map<number, number | null>();
  return (ms) => {
    const day = Math.floor(ms / DAY_MS);
    let offset = ahead.get(day);
    if (offset === undefined) {
      const [first, last] = [offsetAt(day * DAY_MS, timeZone), offsetAt((day + 1) * DAY_MS - 1, timeZone)];
      offset = first === last ? first : null;
      if (ahead.size >= KEPT_DAYS) ahead.clear();
      ahead.set(day, offset);
    }
    return ms + (offset ?? offsetAt(ms, timeZone));
  };
}

/**
 * Would a spreadsheet take this text for a formula? It begins, after what is not seen, with a sign that begins one, in
 * any width, or with a tab or line break (Z57; OWASP 'CSV Injection').
 */
export const looksLikeFormula = (text: string): boolean =>
  /^(?:[\t\r\n]|[\s\p{C}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20\u2212])/u.test(text);
