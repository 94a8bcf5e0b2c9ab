import type { Kysely } from 'kysely';
import { dayOf, formatDay } from '#domain/dates.ts';
import { headDigest, keyDigest, newestHead, type SignedHead } from '#server/platform/audit/heads.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import type { Mail } from '#server/platform/mail/mail.ts';
import { isPlanned, plan, settle, take } from '../repository/headMails.ts';
import { readOrganisation } from '#server/modules/organisation/index.ts';

/** The day's head of the audit log, by mail to the organisation admins (AUD-23). */

const MAX_ATTEMPTS = 8;
const RETRY = 5 * 60_000;

export interface HeadMailInput {
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

/** What the mail says. */
function headMail(organisation: string, signed: SignedHead, address: string): Pick<Mail, 'subject' | 'text'> {
  const { head, publicKey } = signed;
  return {
    subject: `Audit log of ${organisation}: head of ${formatDay(head.day)}`,
    text: [
      `Head ${head.number} of the audit log, ${formatDay(head.day)}`,
      '',
      `Digest of the head: ${headDigest(head)}`,
      `Rows sealed so far: ${head.to}`,
      `Digest of the signing key: ${keyDigest(publicKey)}`,
      '',
      'Keep this mail. Whoever checks a proof pack later enters the digest of the head: if the log was changed after ' +
        'today, the pack no longer leads to it.',
      '',
      `${address}/audit`,
    ].join('\n'),
  };
}

/** Sends the next mails of today's head; answers how many were tried. */
export async function sendHeadMails({ db, now, timeZone, address, send, log }: HeadMailInput): Promise<number> {
  const signed = await newestHead(db);
  const day = dayOf(now, timeZone);
  if (signed?.head.day !== day) return 0;
  if (!(await isPlanned(db, day))) await plan(db, day, now);
  const rows = await take(db, day, now);
  if (rows.length === 0) return 0;
  const { name } = await readOrganisation(db);
  for (const { person_id: id, email, attempts } of rows) {
    try {
      // The same message id each time: identifies a repeat after a crash.
      await send({ to: email, id: `audit-head-${day}-${id}`, ...headMail(name, signed, address) });
      await settle(db, day, id, 'sent', now);
    } catch (error) {
      log.info(
        { job: 'headMail', kind: error instanceof Error ? error.name : typeof error, attempts },
        'mail not delivered',
      );
      await settle(db, day, id, attempts >= MAX_ATTEMPTS ? 'failed' : 'due', now + RETRY * attempts);
    }
  }
  return rows.length;
}
