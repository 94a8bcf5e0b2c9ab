import * as z from 'zod/mini';
import { MAX_PAPER_GROUPS, MAX_PAPER_TIMES, MAX_READ_TEXT, MAX_SIGNED_CODE } from './limits.ts';

/** What was read off a bill and suggested beside its claim; what was kept is the claim itself (READ-12). */

/** What may be suggested. */
export const SUGGESTED = ['total', 'day', 'merchant', 'billNumber', 'gstin', 'upiReference'] as const;
export type Suggested = (typeof SUGGESTED)[number];

/** Only what was suggested stands in it. */
const suggestions = {
  /** Rupees. */
  total: z.optional(z.number()),
  /** YYYY-MM-DD. */
  day: z.optional(z.string()),
  merchant: z.optional(z.string()),
  billNumber: z.optional(z.string()),
  /** Of the seller. */
  gstin: z.optional(z.string()),
  /** 12 digits. */
  upiReference: z.optional(z.string()),
  /** Those that a second piece of evidence agrees with; the others were offered (READ-1). */
  sure: z.optional(z.array(z.string())),
};

/** What a paper is known again by. It is compared with other bills, and no answer has it (DOC-23). */
const paperMarks = z.object({
  /** Short hashes of its groups of digits. */
  groups: z.array(z.int()).check(z.maxLength(MAX_PAPER_GROUPS)),
  /** Times of day: minutes of a half day. */
  times: z.array(z.int()).check(z.maxLength(MAX_PAPER_TIMES)),
});
export type PaperMarks = z.infer<typeof paperMarks>;

/**
 * The reading of one of a claim's bills, as sent. What of it cannot be understood is left out, and never refuses the
 * claim.
 */
export const billReadingInput = z.object({
  /** Of the bill, as `billUrl` names it. */
  fingerPrint: z.string(),
  ...suggestions,
  merchant: z.optional(z.string().check(z.maxLength(MAX_READ_TEXT))),
  /** The text of the bill's signed code, which the server verifies itself (GST-8). */
  code: z.optional(z.string().check(z.maxLength(MAX_SIGNED_CODE))),
  paper: z.optional(paperMarks),
});
export type BillReadingInput = z.infer<typeof billReadingInput>;
/** What was suggested of a bill. */
export type BillSuggested = Omit<BillReadingInput, 'fingerPrint' | 'code'>;

/** What a verified code says. */
const eInvoice = z.object({
  /** GSTINs. The buyer is null where the invoice is to nobody registered. */
  seller: z.string(),
  buyer: z.nullable(z.string()),
  /** An invoice, a credit note or a debit note. */
  documentKind: z.enum(['INV', 'CRN', 'DBN']),
  billNumber: z.string(),
  /** YYYY-MM-DD. */
  day: z.string(),
  /** Rupees. */
  value: z.number(),
  irn: z.string(),
});

/** The reading of a bill as answered. */
export const billReading = z.object({
  ...suggestions,
  /** What the server found of the signed code, if one was sent (GST-2). */
  code: z.optional(z.enum(['verified', 'altered', 'unknownKey'])),
  /** Of a verified code. */
  eInvoice: z.optional(eInvoice),
});
export type BillReadingAnswer = z.infer<typeof billReading>;
