import { MAX_BATCH_VOUCHERS, MAX_LEDGER, MAX_NAME, MAX_NARRATION } from '#contract/limits.ts';
import { SHEETS, type SheetKind } from '#contract/sheets.ts';
import { addDays, compare, formatDay, isDay, parseTypedDay, toDay, type Day } from './dates.ts';
import { mayTakeNextStep, type Duties } from './duties.ts';
import { formatRupees, parseAmount, toRupees } from './money.ts';
import type { Parsed } from './parsing.ts';
import { statusOf } from './status.ts';
import { parseLine } from './text.ts';
import { allowed, refused, type Verdict } from './verdict.ts';

/** What the sheets of finance's documents say, row by row. */

/** What a cell may hold. A date is the day at midnight UTC. */
export type CellContent = string | number | boolean | Date | null;

const normal = (heading: CellContent): string =>
  typeof heading === 'string' ? heading.replace(/\s+/g, ' ').trim().toLowerCase() : '';

/** Columns that a sheet cannot do without; the mapping fills what the others leave out. */
const NEEDED = {
  expense: ['Expense Id', 'Approved Amount'],
  payment: ['Expense Id', 'Paid Amount', 'Payment Date', 'Reference'],
} as const satisfies Record<SheetKind, readonly string[]>;

export type Columns = ReadonlyMap<string, number>;

/** The position of each column of the sheet, by its heading in any case; others are passed over (PAY-4). */
export function parseHeadings(kind: SheetKind, cells: readonly CellContent[]): Parsed<Columns> {
  const columns = new Map<string, number>();
  for (const name of SHEETS[kind].columns) {
    const [at, twice] = cells.flatMap((cell, position) => (normal(cell) === name.toLowerCase() ? [position] : []));
    if (twice !== undefined) return { message: `The sheet has two columns '${name}'` };
    if (at !== undefined) columns.set(name, at);
  }
  const missing = NEEDED[kind].find((name) => !columns.has(name));
  return missing === undefined ? { value: columns } : { message: `The sheet has no column '${missing}'` };
}

/** Nothing is in it that anybody wrote. */
export const isEmptyRow = (cells: readonly CellContent[]): boolean =>
  cells.every((cell) => cell === null || (typeof cell === 'string' && cell.trim() === ''));

export const NO_ROWS = 'The sheet has no rows';
export const TOO_MANY_ROWS = `At most ${MAX_BATCH_VOUCHERS} rows at once`;
export const TWICE = 'This claim is already in a row above';

/** Spreadsheets keep fifteen digits of a number and put noughts in place of the others. */
const lostDigits = (cell: CellContent): boolean => typeof cell === 'number' && Math.abs(cell) >= 1e15;

/**
 * A cell as it reads: what a refused row gives back; of a number that lost digits nothing, as a text it would be taken.
 */
export function textOfCell(cell: CellContent): string {
  if (cell === null || lostDigits(cell)) return '';
  if (cell instanceof Date) {
    const day = toDay(cell.getTime(), 'UTC');
    return day === null ? '' : formatDay(day);
  }
  return String(cell);
}

const cellOf = (columns: Columns, cells: readonly CellContent[], name: string): CellContent => {
  const at = columns.get(name);
  return at === undefined ? null : (cells[at] ?? null);
};

/** A number that a spreadsheet computed may be off by what no paisa shows. */
const settled = (cell: CellContent): CellContent =>
  typeof cell === 'number' && Math.abs(cell * 100 - Math.round(cell * 100)) < 1e-6
    ? Math.round(cell * 100) / 100
    : cell;
const amountText = (cell: CellContent): unknown => (typeof cell === 'string' ? cell.replace(/[₹\s]/g, '') : cell);

function parseId(columns: Columns, cells: readonly CellContent[]): Parsed<string> {
  const id = textOfCell(cellOf(columns, cells, 'Expense Id')).trim();
  return id === '' ? { message: 'Please enter the expense id' } : { value: id };
}

function parsePaise(
  columns: Columns,
  cells: readonly CellContent[],
  name: 'Approved Amount' | 'Paid Amount',
): Parsed<number> {
  const parsed = parseAmount(
    amountText(settled(cellOf(columns, cells, name))),
    `Please enter the ${name.toLowerCase()}`,
  );
  return parsed.ok ? { value: parsed.paise } : { message: parsed.message };
}

function parseWords(columns: Columns, cells: readonly CellContent[], name: string, most: number): Parsed<string> {
  const parsed = parseLine(textOfCell(cellOf(columns, cells, name)), name, most);
  return parsed.ok ? { value: parsed.text } : { message: parsed.message };
}

export interface ExpenseRow {
  id: string;
  paise: number;
  /** '' where the mapping says it. */
  ledger: string;
  costCentre: string;
  narration: string;
}

/** A row of Expense.xlsx, or the first thing that is wrong with it (PAY-5). */
export function parseExpenseRow(columns: Columns, cells: readonly CellContent[]): Parsed<ExpenseRow> {
  const id = parseId(columns, cells);
  if ('message' in id) return id;
  const paise = parsePaise(columns, cells, 'Approved Amount');
  if ('message' in paise) return paise;
  const ledger = parseWords(columns, cells, 'Ledger', MAX_LEDGER);
  if ('message' in ledger) return ledger;
  const costCentre = parseWords(columns, cells, 'Cost Centre', MAX_LEDGER);
  if ('message' in costCentre) return costCentre;
  const narration = parseWords(columns, cells, 'Narration', MAX_NARRATION);
  if ('message' in narration) return narration;
  return {
    value: {
      id: id.value,
      paise: paise.value,
      ledger: ledger.value,
      costCentre: costCentre.value,
      narration: narration.value,
    },
  };
}

/** The amount that a row names is the one that finance approved: a sheet of another one is out of date (PAY-5). */
export const mayPost = (row: Pick<ExpenseRow, 'paise'>, approvedPaise: number): Verdict =>
  row.paise === approvedPaise
    ? allowed
    : refused('CONFLICT', `Finance approved ${formatRupees(toRupees(approvedPaise))}`);

export interface PaymentRow {
  id: string;
  paise: number;
  day: Day;
  reference: string;
}

/** Days of a spreadsheet count from here; only those of this century are taken for dates. */
const DAY_ZERO = '1899-12-30';
const SERIALS = { first: 36_526, last: 73_050 } as const;

/**
 * A date as typed, dd-MM-yyyy, as some programs write one, yyyy-MM-dd, as a date, or as the number that a spreadsheet
 * keeps of one whose format it does not tell.
 */
export function dayIn(cell: CellContent): Day | null {
  if (cell instanceof Date) return toDay(cell.getTime(), 'UTC');
  if (typeof cell === 'string') return isDay(cell.trim()) ? cell.trim() : parseTypedDay(cell);
  return typeof cell === 'number' && Number.isInteger(cell) && cell >= SERIALS.first && cell <= SERIALS.last
    ? addDays(DAY_ZERO, cell)
    : null;
}

function parseDay(cell: CellContent): Parsed<Day> {
  if (cell === null || (typeof cell === 'string' && cell.trim() === ''))
    return { message: 'Please enter the payment date' };
  const day = dayIn(cell);
  return day === null ? { message: 'Payment date must be a date, as 31-12-2026' } : { value: day };
}

/** A row of Payment.xlsx, or the first thing that is wrong with it (PAY-6). */
export function parsePaymentRow(columns: Columns, cells: readonly CellContent[]): Parsed<PaymentRow> {
  const id = parseId(columns, cells);
  if ('message' in id) return id;
  const paise = parsePaise(columns, cells, 'Paid Amount');
  if ('message' in paise) return paise;
  const day = parseDay(cellOf(columns, cells, 'Payment Date'));
  if ('message' in day) return day;
  if (lostDigits(cellOf(columns, cells, 'Reference')))
    return { message: 'Reference has more digits than a sheet keeps of a number. Please enter it as text' };
  const reference = parseWords(columns, cells, 'Reference', MAX_NAME);
  if ('message' in reference) return reference;
  if (reference.value === '') return { message: 'Please enter the reference' };
  return { value: { id: id.value, paise: paise.value, day: day.value, reference: reference.value } };
}

export interface PayableClaim {
  financeStatus: string;
  withdrawn: boolean;
  approvedPaise: number;
  /** The day on which finance approved it. */
  approvedOn: Day;
  paidOn: Day | null;
  /** Its owner, and who decided it as a manager and for finance. */
  duties: Duties;
}

/**
 * May this claim be paid as the row says? By other hands than its owner's and its deciders' (ACC-21); once, not more
 * than finance approved, and between that day and today (PAY-6).
 */
export function mayPay(claim: PayableClaim, row: Pick<PaymentRow, 'paise' | 'day'>, today: Day): Verdict {
  const may = mayTakeNextStep(claim.duties);
  if (!may.ok) return may;
  const no = (message: string): Verdict => refused('CONFLICT', message);
  if (claim.withdrawn) return no('This request was withdrawn.');
  if (statusOf(claim.financeStatus) !== 'approved') return no('This request is not approved by finance.');
  if (claim.paidOn !== null) return no(`This request was paid on ${formatDay(claim.paidOn)}.`);
  if (row.paise > claim.approvedPaise) return no(`Finance approved ${formatRupees(toRupees(claim.approvedPaise))}`);
  if (compare(row.day, today) > 0) return no('Payment date cannot be in the future');
  return compare(row.day, claim.approvedOn) < 0 ? no(`Finance approved it on ${formatDay(claim.approvedOn)}`) : allowed;
}
