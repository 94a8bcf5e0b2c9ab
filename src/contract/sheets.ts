import * as z from 'zod/mini';

/**
 * The two sheets of finance's documents (PAY-1). The columns stand in this order; a sheet is read by its
 * headings.
 */

const SHEET_KINDS = ['expense', 'payment'] as const;
export type SheetKind = (typeof SHEET_KINDS)[number];

export const SHEETS = {
  expense: {
    fileName: 'Expense.xlsx',
    columns: ['Expense Id', 'Approved Amount', 'Ledger', 'Cost Centre', 'Narration'],
  },
  payment: { fileName: 'Payment.xlsx', columns: ['Expense Id', 'Paid Amount', 'Payment Date', 'Reference'] },
} as const satisfies Record<SheetKind, { fileName: string; columns: readonly string[] }>;
/** Follows the columns of a sheet of refused rows. */
export const REASON_COLUMN = 'Reason';

export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/**
 * `data`: the name of each file that came of the sheet, and an address of it, good for five minutes without a token.
 */
export const sheetAnswer = z.object({
  success: z.literal(true),
  errorMessage: z.nullable(z.string()),
  data: z.record(z.string(), z.string()),
  /**
   * Rows that were carried out, by this upload or by an earlier one of the same content, and rows that were refused.
   */
  done: z.int(),
  refused: z.int(),
});
export type SheetAnswer = z.infer<typeof sheetAnswer>;

/** How long an address is good without a token, in milliseconds. */
export const SIGNED_FOR_MS = 300_000;
/** Where such an address leads. */
export const SIGNED_PATH = '/api/v1/signed/:what/:id';
