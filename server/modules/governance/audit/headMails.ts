import type { Kysely } from 'kysely';
import { formatDay } from '#domain/dates.ts';
import { headDigest, keyDigest, newestHead, type SignedHead, type TellHead } from '#server/platform/audit/heads.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import type { Mail } from '#server/platform/mail/mail.ts';
import { dropMails, queueMails } from '#server/platform/mail/repository.ts';
import type { Compose } from '#server/platform/mail/sendQueued.ts';
import { readOrganisation } from '#server/modules/organisation/index.ts';
import { organisationAdmins } from '#server/modules/people/index.ts';

/** The day's head of the audit log, by mail to the organisation admins (AUD-23). */

/** How these mails are marked in the queue. */
export const AUDIT_HEAD = 'auditHead';

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

/** Queues the mails of a new head in place of those of an earlier one that never went out. */
export const tellHead: TellHead = async (tx, now) => {
  await dropMails(tx, AUDIT_HEAD);
  const admins = await organisationAdmins(tx);
  await queueMails(
    tx,
    AUDIT_HEAD,
    admins.map(({ id }) => id),
    now,
  );
};

/** Writes the mail of the newest head; to who is no organisation admin any more none goes. */
export const composeHead =
  (db: Kysely<Tables>, { address }: { address: string }): Compose =>
  async (personId) => {
    const to = (await organisationAdmins(db)).find(({ id }) => id === personId)?.email;
    const signed = await newestHead(db);
    if (to === undefined || signed === null) return null;
    const { name } = await readOrganisation(db);
    return { to, ...headMail(name, signed, address) };
  };
