import * as z from 'zod/mini';
import { RECORD_KINDS } from './enums.ts';
import { moment } from './fields.ts';

/** What people are told, on the page, by push and by mail. */

/** What happened, or what waits. The first three wait for somebody; the others tell how it went. */
export const NOTE_KINDS = [
  'toDecide',
  'toDecideAsAdmin',
  'toCancel',
  'managerApproved',
  'managerRejected',
  'adminApproved',
  'adminRejected',
  'financeApproved',
  'financeRejected',
  'revived',
  'paid',
  'noShow',
  'tickets',
  'cancelled',
  'cancellationRefused',
  'asked',
  'answered',
] as const;
export type NoteKind = (typeof NOTE_KINDS)[number];

/** One notification. `count` records it is about; `recordId` is the one to open when it is about one, else null. */
export const notification = z.object({
  notificationId: z.string(),
  kind: z.enum(NOTE_KINDS),
  recordKind: z.enum(RECORD_KINDS),
  recordId: z.nullable(z.string()),
  count: z.int(),
  /**
   * Of the latest record: who raised it, who did the last thing, what it is, rupees. '' and null where nothing is
   * known.
   */
  owner: z.string(),
  by: z.string(),
  title: z.string(),
  amount: z.nullable(z.number()),
  /** Of the latest change. */
  at: moment,
  readAt: z.nullable(moment),
});
export type Notification = z.infer<typeof notification>;

/** What is marked as read: everything up to the latest that was shown, or what is about one record alone. */
export const readBody = z.object({ until: z.optional(moment), record: z.optional(z.string()) });
export const readAnswer = z.object({ read: z.int() });

/** What the browser made for this device. */
export const pushDevice = z.object({ endpoint: z.string(), keys: z.object({ p256dh: z.string(), auth: z.string() }) });
export type PushDevice = z.infer<typeof pushDevice>;

/** `COUNT`: only that something waits, and how much. `NAMES`: with names and amounts, readable on a locked screen. */
const PUSH_TEXTS = ['COUNT', 'NAMES'] as const;
export type PushText = (typeof PUSH_TEXTS)[number];

export const notificationChoices = z.object({ pushText: z.enum(PUSH_TEXTS), mailDigest: z.boolean() });
export type NotificationChoices = z.infer<typeof notificationChoices>;
/** As read: `mailPossible` says whether this server sends mail at all. */
export const notificationSettings = z.object({ ...notificationChoices.shape, mailPossible: z.boolean() });
export type NotificationSettings = z.infer<typeof notificationSettings>;

/** What a push carries, encrypted for one device. Everything shown is in it: the worker asks nobody. */
export const pushMessage = z.object({
  /** Whom it is for: it may come when somebody else is here (ID-1). Servers of old did not say. */
  personId: z.optional(z.string()),
  title: z.string(),
  body: z.string(),
  url: z.string(),
  tag: z.string(),
  unread: z.int(),
});
export type PushMessage = z.infer<typeof pushMessage>;
