import type { Kysely } from 'kysely';
import type { BillReadingAnswer, PaperMarks } from '#contract/reading.ts';
import { parseReadings, type Suggestions } from '#domain/billReading/suggested.ts';
import type { GstCode } from '#domain/gstInvoice/verify.ts';
import { toRupees } from '#domain/money.ts';
import { paperOf, sellerBillOf } from '#domain/sameBill.ts';
import { paperKeysOf } from '#domain/samePaper.ts';
import { judgeCodes } from '#server/modules/gst/index.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import type { BillRow } from '#server/platform/files/billRow.ts';

/** What was read off a claim's bills: taken with the claim, kept with the bill, told whoever sees it. */

/** Columns of a bill that a reading fills. */
export interface ReadingColumns {
  reading: Suggestions | null;
  gst: GstCode | null;
  /** The text of the signed code: keys that come later, and whoever doubts it, can judge it anew. */
  gst_code: string | null;
  /** What its paper is known again by; of a bill that is kept already, with all that is compared. */
  paper: PaperMarks | null;
}

/** What those columns and the ones made of them are, for a row that is written (DOC-21, DOC-23). */
export function readColumns({ reading = null, gst = null, gst_code = null, paper = null }: Partial<ReadingColumns>) {
  const invoice = gst?.state === 'verified' ? gst.invoice : null;
  const found = sellerBillOf(reading, invoice);
  const compared = paperOf(reading, paper && { groups: paper.groups, times: paper.times }, invoice?.irn);
  return {
    reading,
    gst,
    gst_code,
    seller_bill: found?.key ?? null,
    seller_bill_year: found?.year ?? null,
    paper: compared,
    paper_keys: compared && paperKeysOf(compared),
  };
}

/** By the bill's fingerPrint; of each only what was sent. */
export type Readings = ReadonlyMap<string, Partial<ReadingColumns>>;

/** A claim's bill with what was read off it. */
export interface ClaimBillRow extends BillRow {
  reading?: Suggestions | null;
  gst?: GstCode | null;
}

/**
 * Reads what came with a claim of its bills (READ-12). The signed codes are verified here, whatever the device found;
 * a text that is no such code is left out (GST-8).
 */
export async function readingsOf(db: Kysely<Tables>, body: unknown): Promise<Readings> {
  const sent = parseReadings((body as { readings?: unknown } | null | undefined)?.readings);
  const coded = [...sent].flatMap(([fingerPrint, { code }]) => (code === null ? [] : [{ fingerPrint, code }]));
  const judged = await judgeCodes(
    db,
    coded.map(({ code }) => code),
  );
  const codes = new Map(coded.map(({ fingerPrint, code }, at) => [fingerPrint, { code, gst: judged[at] ?? null }]));
  return new Map(
    [...sent].map(([fingerPrint, { suggestions, paper }]) => {
      const { code, gst } = codes.get(fingerPrint) ?? {};
      return [
        fingerPrint,
        {
          ...(suggestions && { reading: suggestions }),
          ...(gst && { gst, gst_code: code ?? null }),
          ...(paper && { paper }),
        },
      ];
    }),
  );
}

/** The same as the wire says it; undefined where nothing was read. */
export function readingAnswer({ reading, gst }: ClaimBillRow): BillReadingAnswer | undefined {
  if (!reading && !gst) return undefined;
  const { total, ...others } = reading ?? {};
  return {
    ...others,
    ...(total !== undefined && { total: toRupees(total) }),
    ...(gst && { code: gst.state }),
    ...(gst?.state === 'verified' && { eInvoice: eInvoiceOf(gst.invoice) }),
  };
}

const eInvoiceOf = (invoice: Extract<GstCode, { state: 'verified' }>['invoice']) => ({
  seller: invoice.seller,
  buyer: invoice.buyer,
  documentKind: invoice.kind,
  billNumber: invoice.number,
  day: invoice.day,
  value: toRupees(invoice.value),
  irn: invoice.irn,
});
