import type { Kysely } from 'kysely';
import type { Tables } from '#server/platform/database/tables.ts';
import { queueMails } from '#server/platform/mail/repository.ts';
import type { Compose } from '#server/platform/mail/sendQueued.ts';
import { organisationAdmins } from '#server/modules/people/index.ts';
import { auditWebhook } from './audit.ts';
import { failWaiting } from './repository/deliveries.ts';
import { switchedOffSince, writeWebhook, type WebhookRow } from './repository/webhooks.ts';

/** How mails about receivers that were switched off are marked in the queue. */
export const WEBHOOK_OFF_MAIL = 'webhookOff';

/** What a mail tells of; longer than one waits in the queue. */
const TOLD_MILLIS = 14 * 86_400_000;

/** Nobody did it: the server itself, because of what the receiver did. */
const byItself = (now: number) => ({ actor: { id: null }, now, origin: 'webhooks', key: null });

/**
 * Switches a receiver off that is gone or has failed for days: what waits for it has failed, and organisation admins
 * get a mail (HOOK-6). The caller's transaction, which holds the receiver.
 */
export async function switchOff(
  tx: Kysely<Tables>,
  row: WebhookRow,
  off: 'GONE' | 'FAILING',
  now: number,
): Promise<void> {
  const version = row.version + 1;
  await writeWebhook(tx, row.id, { off, off_at: now, version, updated_at: now });
  await failWaiting(tx, row.id, 'off', now);
  await auditWebhook(
    tx,
    byItself(now),
    { id: row.id, version },
    { action: 'webhook-off', after: { url: row.url, off } },
  );
  const admins = await organisationAdmins(tx);
  await queueMails(
    tx,
    WEBHOOK_OFF_MAIL,
    admins.map(({ id }) => id),
    now,
  );
}

const WHY = {
  GONE: 'said that it is gone for good (410)',
  FAILING: 'has taken nothing for three days',
} as const;

/** Writes the mail that says which receivers were switched off; none where all of them are on again, or ended. */
export const composeWebhookOff =
  (db: Kysely<Tables>, { address, clock }: { address: string; clock: () => number }): Compose =>
  async (personId) => {
    const to = (await organisationAdmins(db)).find(({ id }) => id === personId)?.email;
    const rows = await switchedOffSince(db, clock() - TOLD_MILLIS);
    if (to === undefined || rows.length === 0) return null;
    const lines = rows.map(({ url, off }) => `${url}\n${WHY[off === 'GONE' ? 'GONE' : 'FAILING']}.`);
    return {
      to,
      subject: 'A receiver of webhooks was switched off',
      text: [
        'Kharcha tells programs of your organisation what changes. It has stopped telling these:',
        ...lines,
        'What they have missed is kept for 30 days. Put the receiver right, switch it on and send it again:\n' +
          `${address}/integrations`,
      ].join('\n\n'),
    };
  };
