import * as z from 'zod/mini';
import { dayMillis, SAME_BILL } from './fields.ts';
import { MAX_BILLS, MAX_OWN_NAMES } from './limits.ts';
import { billReadingInput } from './reading.ts';

/** Whether bills of a claim that is not filed yet are on other claims of the organisation (DOC-26). */

export const usedBillsBody = z.object({
  /** One for each bill, as it would go with the claim. */
  readings: z.array(billReadingInput).check(z.maxLength(MAX_BILLS)),
  /** What the claim itself is known by, which is not looked at. */
  except: z.optional(z.array(z.string()).check(z.maxLength(MAX_OWN_NAMES))),
});

/** A bill that is on another claim: on the one where most of it is the same, one's own first. */
export const usedBill = z.object({
  fingerPrint: z.string(),
  /** Absent: the same file. */
  same: z.optional(z.enum(SAME_BILL)),
  /** The day of that claim. */
  expenseDate: dayMillis,
  /** The claim, where it is one's own; of anybody else's the day is all that is told. */
  id: z.optional(z.string()),
});
export type UsedBill = z.infer<typeof usedBill>;
