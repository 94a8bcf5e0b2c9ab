import type { FieldErrors } from '#contract/error.ts';
import { MAX_WEBHOOK_URL } from '#contract/limits.ts';
import { webhookBody, type WebhookBody, type WebhookEvent } from '#contract/webhook.ts';
import type { WebhookStage } from '#contract/webhookBody.ts';
import { conform, missingIn, parseNeededLine, type Parsed } from './parsing.ts';
import { invalid, type ParseResult } from './verdict.ts';

/** The rules of webhooks: what is told, how often it is tried, and where it may go. */

/** Records of the audit log whose changes are told. */
export type ToldKind = 'claim' | 'trip' | 'person';

const CLAIM: Readonly<Record<string, WebhookEvent>> = {
  create: 'claim.filed',
  intake: 'claim.filed',
  'manager-approve': 'claim.decided',
  'manager-reject': 'claim.decided',
  'finance-approve': 'claim.decided',
  'finance-reject': 'claim.decided',
  revive: 'claim.decided',
  pay: 'claim.paid',
  withdraw: 'claim.withdrawn',
};
const TRIP: Readonly<Record<string, WebhookEvent>> = {
  create: 'trip.filed',
  'manager-approve': 'trip.decided',
  'manager-reject': 'trip.decided',
  'admin-approve': 'trip.decided',
  'admin-reject': 'trip.decided',
  'no-show': 'trip.decided',
  cancellation: 'trip.cancelled',
  'cancel-at-once': 'trip.cancelled',
};

const named = <Value>(of: Readonly<Record<string, Value>>, name: string): Value | undefined =>
  Object.hasOwn(of, name) ? of[name] : undefined;

/** What a row of the audit log is told as; an action without an event of its own is a change (HOOK-2). */
export function webhookEventOf(kind: ToldKind, action: string): WebhookEvent {
  if (kind === 'person') return 'person.changed';
  return kind === 'claim' ? (named(CLAIM, action) ?? 'claim.changed') : (named(TRIP, action) ?? 'trip.changed');
}

/** Who decided, by the action; null: it is no decision. */
export function webhookStageOf(action: string): WebhookStage | null {
  if (action === 'revive') return 'finance';
  if (action === 'no-show') return 'manager';
  const stage = /^(manager|admin|finance)-(?:approve|reject)$/.exec(action)?.[1];
  return stage === undefined ? null : (stage as WebhookStage);
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** An event is tried for so long, and a receiver that takes nothing for so long is switched off. */
export const WEBHOOK_TRIED_FOR = 3 * DAY;
/** The secret before the newest signs for so long too (HOOK-4). */
export const WEBHOOK_SECRETS_OVERLAP = DAY;

const WAITS = [5 * SECOND, MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR];

/**
 * When an event is tried again that failed `attempts` times, in epoch milliseconds; null: it has failed for good. The
 * last attempt is made when its time ends. `retryAfter`: the wait that the receiver asked for, or null (HOOK-5).
 */
export function nextWebhookAttempt(
  { attempts, until }: { attempts: number; until: number },
  { now, retryAfter }: { now: number; retryAfter: number | null },
): number | null {
  if (now >= until) return null;
  const wait = WAITS[Math.min(attempts, WAITS.length) - 1] ?? 0;
  return Math.min(until, now + Math.max(wait, Math.min(retryAfter ?? 0, DAY)));
}

/** Failures in a row from which on a receiver is tried by one event at a time. */
export const WEBHOOK_FAILURES = 5;

/** How long a receiver that failed so often in a row is left alone, in milliseconds (HOOK-6). */
export const webhookPause = (failures: number): number =>
  failures < WEBHOOK_FAILURES ? 0 : Math.min(5 * MINUTE, 5 * SECOND * 2 ** (failures - WEBHOOK_FAILURES));

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

function parseAddress(value: unknown): Parsed<string> {
  const read = parseNeededLine(value, 'Address', MAX_WEBHOOK_URL, missingIn(webhookBody.shape.url));
  if ('message' in read) return read;
  const url = URL.canParse(read.value) ? new URL(read.value) : null;
  const safe = url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK.test(url.hostname));
  if (!url || !safe) return { message: 'The address must begin with https://' };
  if (url.username !== '' || url.password !== '') return { message: 'The address must not hold a password' };
  return { value: url.href };
}

/** Parses what an admin says of a receiver: an https address (http on this machine) and events (HOOK-7). */
export function parseWebhook(body: unknown): ParseResult<WebhookBody> {
  const given = (typeof body === 'object' && body !== null ? body : {}) as Partial<Record<string, unknown>>;
  const { shape } = webhookBody;
  const [url, events, enabled] = [
    parseAddress(given['url']),
    conform(shape.events, given['events']),
    conform(shape.enabled, given['enabled']),
  ];
  if ('value' in url && 'value' in events && 'value' in enabled)
    return { ok: true, value: { url: url.value, events: [...new Set(events.value)], enabled: enabled.value } };
  const errors: FieldErrors = {};
  for (const [field, read] of Object.entries({ url, events, enabled }))
    if ('message' in read) errors[field] = read.message;
  return invalid(errors);
}
