import { randomBytes } from 'node:crypto';
import type { InstallationCheck } from '#contract/organisation.ts';
import { mayManageOrganisation } from '#domain/access.ts';
import { sha256 } from '#server/platform/base/canonical.ts';
import { Refusal } from '#server/platform/base/errors.ts';
import type { FileStore } from '#server/platform/files/store.ts';
import { assertAllowed } from '#server/platform/http/assertAllowed.ts';
import type { Context } from '#server/platform/http/context.ts';
import type { Services } from '#server/platform/http/services.ts';
import { count } from '#server/platform/limits/repository.ts';
import { mailerOf, type Mailer } from '#server/platform/mail/mail.ts';
import { newId } from '#server/platform/secrets/ids.ts';

/** Trying out what an installation needs, part by part (ORG-31). */

type Found = Omit<InstallationCheck, 'part'>;

const works = (message: string): Found => ({ state: 'WORKS', message });
const off = (message: string): Found => ({ state: 'OFF', message });
/** Which error it was stands in no answer but an organisation admin's, who must put it right. */
const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error)).slice(0, 300);

/** A check that throws has failed, with what to look at. */
async function trying(what: string, run: () => Promise<Found>): Promise<Found> {
  try {
    return await run();
  } catch (error) {
    return { state: 'FAILS', message: `${what}: ${reasonOf(error)}` };
  }
}

async function checkMail(send: Mailer | null, { actor, now }: Context): Promise<Found> {
  if (send === null)
    return off('No mail is sent. Set SMTP_URL for codes of sign-in, the mail of the morning and reports.');
  return trying('The mail server took none. Look at SMTP_URL and MAIL_FROM', async () => {
    await send({
      to: actor.email,
      subject: 'Mail from Kharcha works',
      text: 'This mail was sent by the check of the installation. Nothing is to be done.',
      id: newId('CHK', now),
    });
    return works(`A mail is on its way to ${actor.email}.`);
  });
}

/** Files are stored by their content: one that nothing names is made, read back, and taken away again. */
const checkBills = (files: FileStore): Promise<Found> =>
  trying('A file could not be kept. Look at the disk, or at FILES_URL', async () => {
    const bytes = randomBytes(256);
    const hash = sha256(bytes);
    await files.put(hash, bytes, 'application/octet-stream');
    const read = await files.get(hash);
    await files.remove(hash);
    if (!read?.equals(bytes)) throw new Error('what was read back is something else');
    return works('A file was stored, read back and removed.');
  });

const checkBackup = async (backUp: (() => Promise<void>) | null): Promise<Found> =>
  backUp === null
    ? off('PostgreSQL is backed up with its own tools. See “Backups” in docs/operations.md.')
    : trying('No backup could be made. Look at the free space of the data folder', async () => {
        await backUp();
        return works('A backup was made, opened and counted.');
      });

const REACH_WITHIN = 10_000;

async function checkAddress(publicUrl: string | null): Promise<Found> {
  if (publicUrl === null)
    return off('Set PUBLIC_URL to the address that people use: mails and sign-in providers lead there.');
  return trying(`${publicUrl} does not lead here. Look at its name, certificate and proxy`, async () => {
    const answer = await fetch(`${publicUrl}/healthz`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(REACH_WITHIN),
    }).catch((error: unknown) => {
      throw error instanceof Error && error.cause instanceof Error ? error.cause : error;
    });
    if (answer.status !== 200) throw new Error(`it answers with status ${answer.status}`);
    const body: unknown = await answer.json();
    if ((body as { success?: unknown } | null)?.success !== true) throw new Error('something else answers there');
    return works(`${publicUrl} leads here.`);
  });
}

/** Times an hour that one person may check: each makes a backup and sends a mail. */
const MOST = 20;
const HOUR = 3_600_000;

/** Tries all parts. Throws FORBIDDEN unless the actor is an organisation admin, RATE_LIMITED after 20 in an hour. */
export async function checkInstallation(context: Context): Promise<InstallationCheck[]> {
  assertAllowed(mayManageOrganisation(context.actor));
  const { database, env, files }: Services = context.services;
  const limit = { bucket: `checks:${context.actor.id}`, most: MOST, windowMillis: HOUR };
  const counted = await count(database.db, limit, context.now);
  if (counted.count > MOST)
    throw new Refusal('RATE_LIMITED', 'Too many checks. Please wait.', { retryAfter: counted.retryAfter });
  const [mail, bills, backup, address] = await Promise.all([
    checkMail(mailerOf(env), context),
    checkBills(files),
    checkBackup(database.backUp),
    checkAddress(env.publicUrl),
  ]);
  return [
    { part: 'mail', ...mail },
    { part: 'bills', ...bills },
    { part: 'backup', ...backup },
    { part: 'address', ...address },
  ];
}
