import type { PaperMarks } from '#contract/reading.ts';
import type { Day } from '../dates.ts';
import { readDay } from './days.ts';
import { readMerchant } from './merchant.ts';
import { readBillNumber, readCurrency, readTax, readTaxNumber } from './numbers.ts';
import { isPayment, readPayment } from './payment.ts';
import { paperMarksOf } from './paperMarks.ts';
import { rowsOf, type Found, type Piece } from './pieces.ts';
import { readTotal } from './total.ts';

/** What a bill says, as far as it could be read. Amounts in paise, or cents of its currency. */
export interface BillReading {
  kind: 'bill' | 'payment';
  total: Found<number> | null;
  day: Found<Day> | null;
  merchant: Found<string> | null;
  /** Of a payment: its reference of 12 digits. */
  number: Found<string> | null;
  taxNumber: Found<string> | null;
  tax: Found<number> | null;
  /** ISO 4217; null where nothing says it. */
  currency: string | null;
  /** What its paper is known again by (DOC-23). */
  paper: PaperMarks;
}

/**
 * Reads a bill, or a picture of a UPI payment, from its pieces of text (READ-1). `today` is the organisation's; for
 * `slope` see `rowsOf`.
 */
export function readPieces(pieces: readonly Piece[], today: Day, slope = 0): BillReading {
  const rows = rowsOf(pieces, slope);
  const paper = paperMarksOf(rows);
  if (isPayment(rows)) {
    const { amount, day, payee, reference } = readPayment(rows, today);
    return {
      kind: 'payment',
      total: amount,
      day,
      merchant: payee,
      number: reference,
      taxNumber: null,
      tax: null,
      currency: 'INR',
      paper,
    };
  }
  return {
    kind: 'bill',
    total: readTotal(rows),
    day: readDay(rows, today),
    merchant: readMerchant(rows),
    number: readBillNumber(rows),
    taxNumber: readTaxNumber(rows),
    tax: readTax(rows),
    currency: readCurrency(rows),
    paper,
  };
}
