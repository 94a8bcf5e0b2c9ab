import type { Kysely } from 'kysely';
import { formatRupees } from '#domain/money.ts';
import { pushMessageOf } from '#domain/notification.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { deliver, type Delivery, type DeliverOptions, type Parcel } from '#server/platform/push/deliver.ts';
import type { PushKeys } from '#server/platform/push/keys.ts';
import { choicesOf, unreadOf } from './repository/notifications.ts';
import {
  dropEnded,
  dropSubscription,
  settlePush,
  takeDue,
  type SubscriptionRow,
  isAnyDue,
} from './repository/pushes.ts';
import { notificationAnswer } from './notifications.ts';

/** Sent side by side. */
const AT_ONCE = 20;
/** Lease of a row that one process sends: longer than any delivery takes. */
const TURN = 60_000;
const FIRST_RETRY = 30_000;
const LAST_RETRY = 3_600_000;
/** A device that could not be reached so often in a row is one no more: about a day and a half. */
const GIVE_UP = 40;
/** A push service keeps it for a device that is off, as long as it may still be news. */
const KEEP_SECONDS = 24 * 3_600;

export interface PushInput extends Pick<DeliverOptions, 'anywhere' | 'lookup'> {
  db: Kysely<Tables>;
  /** Epoch milliseconds. */
  now: number;
  keys: PushKeys;
  /** Whom a push service may write to: an https address, or mailto. */
  subject: string;
  log: { info(fields: object, message: string): void };
}

/** Encrypted for that device alone (RFC 8291) and signed by this server (RFC 8292). */
async function parcelFor(row: SubscriptionRow, text: string, { keys, subject }: PushInput): Promise<Parcel> {
  const { default: webPush } = await import('web-push');
  const details = webPush.generateRequestDetails(
    { endpoint: row.endpoint, keys: { p256dh: row.p256dh, auth: row.auth } },
    text,
    { TTL: KEEP_SECONDS, urgency: 'normal', topic: 'kharcha', vapidDetails: { subject, ...keys } },
  );
  return {
    endpoint: details.endpoint,
    method: details.method,
    headers: details.headers as Parcel['headers'],
    body: details.body,
  };
}

/** What is unread now, in the words the person chose; null when all has been read in the meantime. */
async function textFor(db: Kysely<Tables>, personId: string): Promise<string | null> {
  const message = pushMessageOf(
    (await unreadOf(db, personId)).map(notificationAnswer),
    (await choicesOf(db, personId)).pushText,
    formatRupees,
  );
  return message && JSON.stringify({ ...message, personId });
}

const wait = (failures: number, retryAfter: number | null): number =>
  Math.max(retryAfter ?? 0, Math.min(LAST_RETRY, FIRST_RETRY * 2 ** failures));

async function sendOne(row: SubscriptionRow, input: PushInput): Promise<void> {
  const { db, now, log } = input;
  const text = await textFor(db, row.person_id);
  if (text === null) return void (await settlePush(db, row, row.failures, null));
  // Keys that no browser made cannot be encrypted for.
  const delivery: Delivery = await parcelFor(row, text, input).then(
    (parcel) => deliver(parcel, input),
    () => ({ is: 'gone' as const }),
  );
  if (delivery.is === 'sent') return void (await settlePush(db, row, 0, null));
  const failures = row.failures + 1;
  log.info(
    { job: 'push', said: delivery.is, ...('why' in delivery && { why: delivery.why }), failures },
    'push not delivered',
  );
  if (delivery.is === 'gone' || failures >= GIVE_UP) return void (await dropSubscription(db, row.endpoint));
  await settlePush(db, row, failures, delivery.is === 'later' ? now + wait(row.failures, delivery.retryAfter) : null);
}

/**
 * Pushes to the next devices that are due; answers how many those were (NOTE-9, NOTE-11, NOTE-12). No transaction is
 * held meanwhile.
 */
export async function sendPushes(input: PushInput): Promise<number> {
  const { db, now } = input;
  if (!(await isAnyDue(db, now))) return 0;
  await dropEnded(db);
  const rows = await takeDue(db, now, now + TURN, AT_ONCE);
  await Promise.all(rows.map((row) => sendOne(row, input)));
  return rows.length;
}
