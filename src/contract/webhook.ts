import * as z from 'zod/mini';
import { moment } from './fields.ts';
import { MAX_WEBHOOK_DELIVERIES, MAX_WEBHOOKS } from './limits.ts';

/** Receivers of webhooks, as organisation admins keep them (HOOK-8). */

/** What a receiver can be sent (HOOK-2). */
export const WEBHOOK_EVENTS = [
  'claim.filed',
  'claim.changed',
  'claim.decided',
  'claim.paid',
  'claim.withdrawn',
  'trip.filed',
  'trip.changed',
  'trip.decided',
  'trip.cancelled',
  'person.changed',
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/** Why a receiver is sent nothing: an admin switched it off, it said that it is gone (410), or it failed for days. */
export const WEBHOOK_OFF = ['ADMIN', 'GONE', 'FAILING'] as const;

/** A receiver. `waiting` and `failed` count its events; `lastFailure` is a message. */
export const webhook = z.object({
  webhookId: z.string(),
  url: z.string(),
  events: z.array(z.enum(WEBHOOK_EVENTS)).check(z.maxLength(WEBHOOK_EVENTS.length)),
  off: z.nullable(z.enum(WEBHOOK_OFF)),
  waiting: z.int(),
  failed: z.int(),
  lastSuccessAt: z.nullable(moment),
  lastFailureAt: z.nullable(moment),
  lastFailure: z.nullable(z.string()),
  version: z.int(),
  createdAt: moment,
  updatedAt: moment,
});
export type Webhook = z.infer<typeof webhook>;
export const webhooks = z.array(webhook).check(z.maxLength(MAX_WEBHOOKS));

/** What an organisation admin says of a receiver. */
export const webhookBody = z.object({
  url: z.string({ error: 'Please enter the address' }),
  events: z
    .array(z.enum(WEBHOOK_EVENTS))
    .check(z.minLength(1, 'Please choose what is sent'), z.maxLength(WEBHOOK_EVENTS.length)),
  enabled: z.boolean(),
});
export type WebhookBody = z.infer<typeof webhookBody>;

/** How a trial went: the message for the admin. */
export const webhookTrial = z.object({ ok: z.boolean(), message: z.string() });

/** One event on its way to a receiver; `reason`: a message, why the last attempt failed. `dueAt`: of the next one. */
const webhookDelivery = z.object({
  eventId: z.string(),
  type: z.enum(WEBHOOK_EVENTS),
  createdAt: moment,
  state: z.enum(['WAITING', 'FAILED']),
  attempts: z.int(),
  reason: z.nullable(z.string()),
  dueAt: z.nullable(moment),
});
export type WebhookDelivery = z.infer<typeof webhookDelivery>;
export const webhookDeliveries = z.array(webhookDelivery).check(z.maxLength(MAX_WEBHOOK_DELIVERIES));

/** `eventIds` null: all of the receiver that failed. */
export const webhookAgainBody = z.object({
  eventIds: z.nullable(z.array(z.string()).check(z.maxLength(MAX_WEBHOOK_DELIVERIES))),
});
