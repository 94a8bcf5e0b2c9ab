import type { Kysely } from 'kysely';
import { dayOf, millisOfDay } from '#domain/dates.ts';
import { DIGEST_FROM_HOUR, DIGEST_UNTIL_HOUR, digestOf } from '#domain/digest.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { transact } from '#server/platform/database/transact.ts';
import type { Mail } from '#server/platform/mail/mail.ts';
import * as stored from './repository/digests.ts';
import type { DueDigest } from './repository/digests.ts';
import { countWaiting } from './pending.ts';
import { takeTurn } from '#server/modules/notifications/index.ts';
import { actorOf } from '#server/modules/people/index.ts';

const HOUR = 3_600_000;
const AT_ONCE = 10;
/** Lease of a row that one process sends: longer than any mail takes. */
const TURN = 5 * 60_000;
const MAX_ATTEMPTS = 8;
const RETRY = 5 * 60_000;

export interface DigestInput {
  db: Kysely<Tables>;
  /** Epoch milliseconds. */
  now: number;
  timeZone: string;
  /** Where people reach this server. */
  address: string;
  /** Hands a mail to the mail server; rejects when it did not take it. */
  send: (mail: Mail) => Promise<void>;
  log: { info(fields: object, message: string): void };
}

async function sendOne(row: DueDigest, { db, now, timeZone, address, send, log }: DigestInput): Promise<void> {
  const person = await stored.personOfDigest(db, row.person_id, dayOf(now, timeZone));
  const digest =
    person &&
    digestOf(
      person.name,
      await countWaiting({
        actor: actorOf(person),
        today: dayOf(now, timeZone),
        timeZone,
        services: { database: { db } },
      }),
      address,
    );
  if (!person || !digest) return void (await stored.settleDigest(db, row, 'nothing', row.due_at));
  try {
    // The same message id each time: identifies a repeat after a crash.
    await send({ to: person.email, id: `digest-${row.day}-${row.person_id}`, ...digest });
  } catch (error) {
    log.info(
      { job: 'digest', kind: error instanceof Error ? error.name : typeof error, attempts: row.attempts },
      'mail not delivered',
    );
    const over = row.attempts >= MAX_ATTEMPTS;
    return void (await stored.settleDigest(db, row, over ? 'failed' : 'due', now + RETRY * row.attempts));
  }
  await stored.settleDigest(db, row, 'sent', row.due_at);
}

/**
 * Sends the next mails of this morning; answers how many were looked at. Each person's mail has one row in the
 * database, no matter which process sends it (NOTE-14).
 */
export async function sendDigests(input: DigestInput): Promise<number> {
  const { db, now, timeZone } = input;
  const day = dayOf(now, timeZone);
  const hour = (now - millisOfDay(day, timeZone)) / HOUR;
  if (hour < DIGEST_FROM_HOUR || hour >= DIGEST_UNTIL_HOUR) return 0;
  if ((await stored.lastDay(db)) < day) {
    await transact(db, async (tx) => {
      const turn = await takeTurn(tx, 'digest');
      if (!turn || turn.last >= day) return;
      await stored.dropOldDigests(tx, day);
      await stored.planDigests(tx, day, now);
      await stored.noteDay(tx, day);
    });
  }
  const rows = await stored.takeDigests(db, day, now, now + TURN, AT_ONCE);
  for (const row of rows) await sendOne(row, input);
  return rows.length;
}
