import type { Day } from '../dates.ts';
import { amountsIn } from './amounts.ts';
import { readDay } from './days.ts';
import { lettersOf, type Found, type Row } from './pieces.ts';

/** What is read off a picture of a UPI payment. */
export interface Payment {
  amount: Found<number> | null;
  day: Found<Day> | null;
  payee: Found<string> | null;
  /** The UTR: 12 digits. */
  reference: Found<string> | null;
}

const REFERENCE_NAMES = /upi|utr|googletransaction/;
const SIGNS = [
  /\b(?:paid|payment|sent|transferred|banking name)(?: to)?\b|^to\b/i,
  /success|completed|debited from/i,
  /google ?pay|\bg ?pay\b|phonepe|paytm|\bbhim\b|amazon pay|@(?:ok|ybl|ibl|axl|paytm|upi)/i,
];
const REFERENCE = /(?<!\d)(\d{12})(?!\d)/;
const PAYEE = /^(?:paid to|payment to|sent to|money sent to|transferred to|to)\b[\s:]{0,3}(.{0,60})$/i;

const BILL = /invoice|receipt|cashbill|gstin|gstid|gstreg|subtotal|billno/;

/** Is this a picture of a UPI payment, not of a bill? Its signs say so, and nothing says bill (READ-8). */
export function isPayment(rows: readonly Row[]): boolean {
  const letters = rows.map(({ text }) => lettersOf(text));
  if (letters.some((line) => BILL.test(line))) return false;
  const signs = SIGNS.filter((sign) => rows.some(({ text }) => sign.test(text))).length;
  return signs === SIGNS.length || (signs > 0 && letters.some((line) => REFERENCE_NAMES.test(line)));
}

/** What a UPI payment says: amount, day, payee and the reference of 12 digits (READ-8). */
export function readPayment(rows: readonly Row[], today: Day): Payment {
  return { amount: amountOf(rows), day: readDay(rows, today), payee: payeeOf(rows), reference: referenceOf(rows) };
}

/** The amount in the largest type that has a rupee sign, or stands alone; sure where its words agree or no other is. */
function amountOf(rows: readonly Row[]): Found<number> | null {
  const all = rows.flatMap((row) =>
    amountsIn(row)
      .filter(({ paise }) => paise > 0)
      .filter(({ marked, decimals, piece }) => marked || decimals || /^[\d.,\s]{1,12}$/.test(piece.text))
      .map((amount) => ({ amount, worth: row.height * (amount.marked ? 2 : 1) })),
  );
  const best = all.reduce<(typeof all)[number] | null>((top, one) => (top && top.worth >= one.worth ? top : one), null);
  if (!best) return null;
  const others = all.filter(({ amount }) => amount.marked && amount.paise !== best.amount.paise);
  const sure = best.amount.marked && others.length === 0;
  return { value: best.amount.paise, confidence: sure ? 'sure' : 'offered', from: best.amount.piece };
}

function payeeOf(rows: readonly Row[]): Found<string> | null {
  for (const [index, row] of rows.entries()) {
    const named = PAYEE.exec(row.text)?.[1];
    if (named === undefined) continue;
    const own = lettersOf(named).length > 2;
    const from = own ? row : rows[index + 1];
    const value = (own ? named : (from?.text ?? '')).replace(/\s?₹.{0,20}$/, '').trim();
    if (from && lettersOf(value).length > 2) return { value, confidence: 'offered', from };
  }
  return null;
}

function referenceOf(rows: readonly Row[]): Found<string> | null {
  const digits = rows.map(({ text }) => REFERENCE.exec(text.replace(/(?<=\d) (?=\d)/g, ''))?.[1]);
  const called = (index: number): boolean =>
    /upi|utr|ref|txn|transaction/.test(lettersOf(`${rows[index - 1]?.text ?? ''} ${rows[index]?.text ?? ''}`));
  const found = digits.findIndex((value, index) => value !== undefined && called(index));
  const value = digits[found];
  const from = rows[found];
  return value !== undefined && from ? { value, confidence: 'sure', from } : null;
}
