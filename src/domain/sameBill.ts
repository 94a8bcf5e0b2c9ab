import { SAME_BILL, type SameBill } from '#contract/fields.ts';
import type { PaperMarks } from '#contract/reading.ts';
import { billNumberKey } from './billNumberKey.ts';
import { APRIL, financialYearStart, type Day } from './dates.ts';
import { groupHash } from './billReading/groupHash.ts';
import type { Suggestions } from './billReading/suggested.ts';
import type { GstInvoice } from './gstInvoice/invoice.ts';
import { isSamePaper, type Paper } from './samePaper.ts';

/** By what a bill is known to be another one's double, whatever file it is in (DOC-21). */

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

type ReadNumber = Pick<Suggestions, 'gstin' | 'billNumber' | 'day'>;
type VerifiedNumber = Pick<GstInvoice, 'kind' | 'seller' | 'number' | 'day'>;

/**
 * Seller and number of a bill; null where they are not known. A verified invoice goes before what was read; a note has
 * numbers of its own, which say nothing of bills (DOC-21).
 */
export function sellerBillOf(reading: ReadNumber | null, invoice: VerifiedNumber | null): SellerBill | null {
  if (invoice) return invoice.kind === 'INV' ? sellerBill(invoice.seller, invoice.number, invoice.day) : null;
  const { gstin, billNumber, day } = reading ?? {};
  return gstin !== undefined && billNumber !== undefined ? sellerBill(gstin, billNumber, day) : null;
}

type ReadPaper = Pick<Suggestions, 'total' | 'day' | 'billNumber' | 'gstin' | 'upiReference'>;

/** What the paper of a bill is compared by; null where no device said what it is known again by (DOC-23). */
export function paperOf(
  reading: ReadPaper | null,
  marks: PaperMarks | null | undefined,
  irn: string | undefined,
): Paper | null {
  if (!marks) return null;
  const { total, day, billNumber, gstin, upiReference } = reading ?? {};
  const number = (billNumber === undefined ? null : billNumberKey(billNumber)) ?? upiReference;
  return {
    ...marks,
    total,
    totalGroup: total === undefined ? undefined : groupHash(String(total)),
    day,
    number,
    gstin,
    irn,
  };
}

/** What a bill is found again by. */
export interface BillMarks {
  fingerPrint: string;
  irn: string | undefined;
  sellerBill: SellerBill | null;
  upiReference: string | undefined;
  paper: Paper | null;
}

/**
 * What a bill is found again by, of what was read off it, its total in paise; `marks`: of its paper. A GSTIN of the
 * organisation itself (`gstins`) is no seller's (DOC-21, DOC-23).
 */
export function marksOf(
  fingerPrint: string,
  reading: ReadPaper | undefined,
  invoice: (VerifiedNumber & Pick<GstInvoice, 'irn'>) | null,
  gstins: readonly string[],
  marks?: PaperMarks,
): BillMarks {
  const sellerBill = sellerBillOf(reading ?? null, invoice);
  const isOwn = gstins.some((gstin) => sellerBill?.key.startsWith(`${gstin} `));
  return {
    fingerPrint,
    irn: invoice?.irn,
    sellerBill: isOwn ? null : sellerBill,
    upiReference: reading?.upiReference,
    paper: paperOf(reading ?? null, marks, invoice?.irn),
  };
}

const isNumberSame = (one: SellerBill | null, other: SellerBill | null): boolean =>
  one !== null &&
  other !== null &&
  one.key === other.key &&
  (one.year === null || other.year === null || one.year === other.year);

const SAME: Readonly<Record<SameBill, (one: BillMarks, other: BillMarks) => boolean>> = {
  invoice: (one, other) => one.irn !== undefined && one.irn === other.irn,
  number: (one, other) => isNumberSame(one.sellerBill, other.sellerBill),
  payment: (one, other) => one.upiReference !== undefined && one.upiReference === other.upiReference,
  paper: (one, other) => one.paper !== null && other.paper !== null && isSamePaper(one.paper, other.paper),
};

/**
 * What is the same of two bills: what says most; null where nothing is. The server finds them by the same (DOC-21,
 * DOC-23).
 */
export function sameOf(one: BillMarks, other: BillMarks): 'file' | SameBill | null {
  if (one.fingerPrint === other.fingerPrint) return 'file';
  return SAME_BILL.find((as) => SAME[as](one, other)) ?? null;
}
