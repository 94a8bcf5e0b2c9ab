import * as z from 'zod/mini';
import { RECORD_KINDS } from './enums.ts';
import { conveyance, localExpense, travelExpense } from './expense.ts';
import { moment, recordStamp } from './fields.ts';
import { trip } from './trip.ts';

/** Any record whole, whatever its kind; its history; the questions about it. */

export const anyRecord = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('trip'), record: trip }),
  z.object({ kind: z.literal('localExpense'), record: localExpense }),
  z.object({ kind: z.literal('travelExpense'), record: travelExpense }),
  z.object({ kind: z.literal('conveyance'), record: conveyance }),
]);
export type AnyRecord = z.infer<typeof anyRecord>;

/** In which capacity somebody decides: `cancellation` is the admin's of a trip that is to be cancelled. */
export const DECIDING_AS = ['manager', 'finance', 'admin', 'cancellation'] as const;
export type DecidingAs = (typeof DECIDING_AS)[number];

const asked = { as: z.enum(DECIDING_AS) };

/** A record that waits for somebody's decision, and in which capacity they decide it. */
export const pendingRecord = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('trip'), record: trip, ...asked }),
  z.object({ kind: z.literal('localExpense'), record: localExpense, ...asked }),
  z.object({ kind: z.literal('travelExpense'), record: travelExpense, ...asked }),
  z.object({ kind: z.literal('conveyance'), record: conveyance, ...asked }),
]);
export type PendingRecord = z.infer<typeof pendingRecord>;

/** One record as one person sees it. `mayAsk`: this person may put a question about it. */
export const seenRecord = z.object({ record: anyRecord, mayAsk: z.boolean() });
export type SeenRecord = z.infer<typeof seenRecord>;

/** One row of a record's history, in people's words. `before` is null where there was nothing, and on the first row. */
export const historyRow = z.object({
  at: moment,
  by: z.string(),
  /** The one in whose place it was done. */
  onBehalfOf: z.nullable(z.string()),
  what: z.string(),
  /**
   * When its owner saved it on a device, and when it first reached the server, where that was not `at` (TM-2, TM-5).
   */
  savedAt: z.optional(moment),
  reachedAt: z.optional(moment),
  changes: z.array(z.object({ field: z.string(), before: z.nullable(z.string()), after: z.nullable(z.string()) })),
});
export type HistoryRow = z.infer<typeof historyRow>;

/** What a record looks like in a line or two, whatever its kind. */
export const recordFace = z.object({
  id: z.string(),
  kind: z.enum(RECORD_KINDS),
  title: z.string(),
  /** Rupees. */
  amount: z.nullable(z.number()),
  /** YYYY-MM-DD; a trip's first and last day, else both the same. */
  from: z.string(),
  to: z.string(),
  /** Its remarks or reason, as its owner wrote them. */
  note: z.optional(z.nullable(z.string())),
});
export type RecordFace = z.infer<typeof recordFace>;

const name = z.object({ email: z.string(), name: z.string() });

/** A question about a record and its answer. `mayAnswer` and `mayClose` are of the person who reads it. */
export const enquiry = z.object({
  enquiryId: z.string(),
  about: recordFace,
  askedBy: name,
  askedOf: name,
  question: z.string(),
  askedAt: moment,
  answer: z.nullable(z.string()),
  answeredAt: z.nullable(moment),
  closedAt: z.nullable(moment),
  closedBy: z.nullable(z.string()),
  mayAnswer: z.boolean(),
  mayClose: z.boolean(),
  ...recordStamp,
});
export type Enquiry = z.infer<typeof enquiry>;

export const ENQUIRY_STATES = ['open', 'closed'] as const;
export type EnquiryState = (typeof ENQUIRY_STATES)[number];

export const askBody = z.object({ question: z.string({ error: 'Please enter a question' }) });
export const answerBody = z.object({ answer: z.string({ error: 'Please enter an answer' }) });
