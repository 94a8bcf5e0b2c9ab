import * as z from 'zod/mini';

/** Building blocks of the wire's shapes (DATE-2, AMT-5). */

/** A calendar date: epoch milliseconds of some moment of that day in the organisation's time zone; may be negative. */
export const dayMillis = z.int();
/** A moment: epoch milliseconds. */
export const moment = z.int();
/** An amount in rupees as answered: at most two decimals. */
export const rupees = z.number();
/** An amount as sent: a number, or text with grouping commas. Judged by `parseAmount` of the domain. */
export const amountInput = z.union([z.number(), z.string()]);

export const recordStamp = { version: z.int(), createdAt: moment, updatedAt: moment };
/**
 * When its owner saved it on a device, by the server's clock as the device knew it (TM-2); absent where nobody said.
 */
export const savedStamp = { savedAt: z.optional(moment) };
/**
 * On a row of a list: texts or lists of it are cut, since the page would be too long (S3). Asked for by itself, the
 * record is whole.
 */
export const cutStamp = { cut: z.optional(z.literal(true)) };

const fingerPrint = z.string().check(z.regex(/^[0-9a-f]{64}$/));

/** A bill or ticket as read. */
export const document = z.object({
  fingerPrint: z.string(),
  name: z.string(),
  size: z.number(),
  type: z.string(),
  url: z.string(),
});
export type Document = z.infer<typeof document>;

/** A bill or ticket as written: a fingerPrint, or an object that holds one. */
export const documentInput = z.union([fingerPrint, z.object({ fingerPrint, name: z.optional(z.string()) })]);
export type DocumentInput = z.infer<typeof documentInput>;

/**
 * What bills of two claims share where they are not the same file, the strongest first (DOC-21); `paper`: they look
 * like photos of one paper, which is likely and not sure (DOC-23).
 */
export const SAME_BILL = ['invoice', 'number', 'payment', 'paper'] as const;
export type SameBill = (typeof SAME_BILL)[number];

export const duplicate = z.object({
  id: z.optional(z.string()),
  employeeName: z.optional(z.string()),
  expenseDate: z.optional(dayMillis),
  /** Absent: the same file. */
  same: z.optional(z.enum(SAME_BILL)),
});
export type Duplicate = z.infer<typeof duplicate>;
