import * as z from 'zod/mini';
import { moment } from './fields.ts';

/** How long data is kept, what goes and what is held (RET-1). */

/** Kinds of data with a period of their own, in the order in which they are erased. */
export const DATA_KINDS = ['RECORDS', 'PLACES', 'CONTACTS', 'DEVICES', 'NOTIFICATIONS', 'LOG'] as const;
export type DataKind = (typeof DATA_KINDS)[number];

/** Why something stays: within its period, held, or not finished with. */
export const STAY_REASONS = ['PERIOD', 'HOLD', 'UNDECIDED', 'UNPAID', 'IN_BATCH', 'CLAIMS'] as const;
export type StayReason = (typeof STAY_REASONS)[number];

/** Years of records count from the end of their financial year; days from the day of what is kept. */
export const periods = z.object({
  recordYears: z.int(),
  placeDays: z.int(),
  contactDays: z.int(),
  deviceDays: z.int(),
  notificationDays: z.int(),
  logDays: z.int(),
});
export type Periods = z.infer<typeof periods>;

/** What goes of one kind, and what is left of it. */
const planOfKind = z.object({
  kind: z.enum(DATA_KINDS),
  rows: z.int(),
  files: z.int(),
  bytes: z.int(),
  /** The day of the oldest that goes; null: nothing goes. */
  oldest: z.nullable(z.string()),
  stays: z.array(z.object({ why: z.enum(STAY_REASONS), rows: z.int() })),
  /** There is more than one run takes; the next one goes on. */
  more: z.boolean(),
});
export type PlanOfKind = z.infer<typeof planOfKind>;

/** A dry run: what would go today. `seen` names it when retention is switched on. */
export const retentionPlan = z.object({ day: z.string(), kinds: z.array(planOfKind), seen: z.string() });
export type RetentionPlan = z.infer<typeof retentionPlan>;

/** What was erased, of everybody by their periods or of one person on request. */
const erasureReport = z.object({
  erasureId: z.string(),
  startedAt: moment,
  endedAt: z.nullable(moment),
  /** Null: the daily job. */
  by: z.nullable(z.string()),
  /** Whose data it was, on request; null: of everybody. */
  about: z.nullable(z.string()),
  kinds: z.array(z.object({ kind: z.string(), rows: z.int(), files: z.int(), bytes: z.int() })),
});
export type ErasureReport = z.infer<typeof erasureReport>;

/** A legal hold on a person or a record (RET-6). */
export const hold = z.object({
  holdId: z.string(),
  subjectId: z.string(),
  subjectKind: z.enum(['person', 'record', 'contact']),
  /** Who is held, or whose record; null: nobody of it is left. */
  subjectName: z.nullable(z.string()),
  reason: z.string(),
  setAt: moment,
  setBy: z.string(),
  liftedAt: z.nullable(moment),
  liftedBy: z.nullable(z.string()),
  liftReason: z.nullable(z.string()),
});
export type Hold = z.infer<typeof hold>;

export const retention = z.object({
  periods,
  /** The daily job erases. */
  enabled: z.boolean(),
  version: z.int(),
  /** Null: as it came. */
  changedAt: z.nullable(moment),
  changedBy: z.nullable(z.string()),
  /** Newest first. */
  reports: z.array(erasureReport),
  /** Those that hold first. */
  holds: z.array(hold),
});
export type Retention = z.infer<typeof retention>;

export const retentionBody = z.object({
  periods,
  enabled: z.boolean(),
  /** Of the dry run that was looked at; needed to switch on. */
  seen: z.optional(z.string()),
});

export const holdBody = z.object({ reason: z.string({ error: 'Please enter the reason' }) });

/** What an erasure of one person takes (RET-8). */
const PERSON_KINDS = ['PLACES', 'DEVICES', 'NOTIFICATIONS', 'PROFILE', 'LOG'] as const;
export type PersonKind = (typeof PERSON_KINDS)[number];

export const personErasure = z.object({
  /** Why nothing may go now; null: it may. */
  refusal: z.nullable(z.string()),
  goes: z.array(z.object({ kind: z.enum(PERSON_KINDS), rows: z.int() })),
  /** What stays, each with a sentence why and until when. */
  stays: z.array(z.string()),
  seen: z.string(),
});
export type PersonErasure = z.infer<typeof personErasure>;

export const erasePersonBody = z.object({ seen: z.string({ error: 'Please look at what goes first' }) });
