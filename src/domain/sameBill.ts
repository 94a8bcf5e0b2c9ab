import { APRIL, financialYearStart, type Day } from './dates.ts';
import type { Suggestions } from './billReading/suggested.ts';
import type { GstCode } from './gstInvoice/verify.ts';

/** By what a bill is known to be another one's double, whatever file it is in (DOC-21). */

/**
 * A bill number as it is compared: letters in capitals and digits, without what stands between them and without
 * leading zeros, which the portals of e-invoices leave out; null where that leaves no digit (DOC-21).
 */
export function billNumberKey(number: string): string | null {
  const key = number
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .replace(/^0+/, '');
  return /\d/.test(key) ? key : null;
}

/** Seller and number of a bill; `year` is that in which its financial year starts, null where its day is not known. */
export interface SellerBill {
  /** The GSTIN and the number as it is compared, with a blank between them. */
  key: string;
  year: number | null;
}

const sellerBill = (gstin: string, number: string, day: Day | undefined): SellerBill | null => {
  const key = billNumberKey(number);
  if (key === null) return null;
  // The law's year, whatever the organisation's: invoices are numbered anew with it (rule 46 of the CGST Rules).
  return { key: `${gstin} ${key}`, year: day ? Number(financialYearStart(day, APRIL).slice(0, 4)) : null };
};

/**
 * Seller and number of a bill; null where they are not known. A verified invoice goes before what was read; a note has
 * numbers of its own, which say nothing of bills (DOC-21).
 */
export function sellerBillOf({
  reading,
  gst,
}: {
  reading: Suggestions | null;
  gst: GstCode | null;
}): SellerBill | null {
  if (gst?.state === 'verified') {
    const { kind, seller, number, day } = gst.invoice;
    return kind === 'INV' ? sellerBill(seller, number, day) : null;
  }
  const { gstin, billNumber, day } = reading ?? {};
  return gstin !== undefined && billNumber !== undefined ? sellerBill(gstin, billNumber, day) : null;
}
