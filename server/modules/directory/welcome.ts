import type { Kysely } from 'kysely';
import { welcomeMail } from '#domain/welcome.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { queueMails } from '#server/platform/mail/repository.ts';
import type { Compose } from '#server/platform/mail/sendQueued.ts';
import { readOrganisation } from '#server/modules/organisation/index.ts';
import { wholePerson } from './repository.ts';

/** How mails to joiners are marked in the queue. */
export const WELCOME = 'welcome';

/** Queues a mail to each of these people, in the transaction that puts them in (ORG-32). */
export const welcome = (tx: Kysely<Tables>, personIds: readonly string[], now: number): Promise<void> =>
  queueMails(tx, WELCOME, personIds, now);

/** Writes the mail to somebody who joined; to who has left meanwhile, or has signed in already, none goes. */
export const composeWelcome =
  (db: Kysely<Tables>, reached: { address: string; locationRequired: boolean }): Compose =>
  async (personId) => {
    const person = await wholePerson(db, personId);
    if (!person || person.disabled || person.last_seen_at !== null) return null;
    const { name: organisation } = await readOrganisation(db);
    const { name, email, manager_name: manager } = person;
    return { to: email, ...welcomeMail({ name, email, organisation, manager, ...reached }) };
  };
