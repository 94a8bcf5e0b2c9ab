import type { Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';
import type { Mail, Mailer } from './mail.ts';
import { dropMail, postponeMail, takeMails, type QueuedMail } from './repository.ts';

const AT_ONCE = 10;
/** Lease of a row that one process sends: longer than any mail takes. */
const TURN = 5 * 60_000;
const RETRY = 5 * 60_000;
const MAX_ATTEMPTS = 8;

/** What a mail says that was queued at this moment, read when it is sent; null: there is nothing to tell any more. */
export type Compose = (personId: string, queuedAt: number) => Promise<Omit<Mail, 'id'> | null>;

export interface QueuedMailsInput {
  db: Kysely<Tables>;
  /** Epoch milliseconds. */
  now: number;
  /** By kind. */
  compose: Readonly<Record<string, Compose>>;
  send: Mailer;
  log: { info(fields: object, message: string): void };
}

async function sendOne(row: QueuedMail, { db, now, compose, send, log }: QueuedMailsInput): Promise<void> {
  try {
    const mail = await compose[row.kind]?.(row.personId, row.queuedAt);
    // The same message id each time: identifies a repeat after a crash.
    if (mail) await send({ ...mail, id: row.id.toLowerCase() });
  } catch (error) {
    const kind = error instanceof Error ? error.name : typeof error;
    log.info({ job: 'mails', kind, mail: row.kind, attempts: row.attempts }, 'mail not delivered');
    // The wait doubles: a mail server that is away for a day is not asked every five minutes by 2,000 mails.
    if (row.attempts < MAX_ATTEMPTS) return void (await postponeMail(db, row.id, now + RETRY * 2 ** row.attempts));
  }
  await dropMail(db, row.id);
}

/** Sends the next mails of the queue; answers how many were looked at. */
export async function sendQueuedMails(input: QueuedMailsInput): Promise<number> {
  const { db, now } = input;
  const rows = await takeMails(db, { now, until: now + TURN, most: AT_ONCE });
  for (const row of rows) await sendOne(row, input);
  return rows.length;
}
