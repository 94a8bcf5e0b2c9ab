import type { Kysely } from 'kysely';
import { dayOf, formatDay } from '#domain/dates.ts';
import { LEAVER_LINK, LEAVER_LINK_CLOSED, leaverLinkEnds, leaverLinksSince, leaverMail } from '#domain/leaver.ts';
import { appendAudit } from '#server/platform/audit/audit.ts';
import { sha256 } from '#server/platform/base/canonical.ts';
import { forbidden, Refusal } from '#server/platform/base/errors.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { transact } from '#server/platform/database/transact.ts';
import type { Services } from '#server/platform/http/services.ts';
import { count, type Limit } from '#server/platform/limits/repository.ts';
import { queueMails } from '#server/platform/mail/repository.ts';
import type { Compose } from '#server/platform/mail/sendQueued.ts';
import { newId } from '#server/platform/secrets/ids.ts';
import type { Env } from '#server/platform/settings/env.ts';
import { readOrganisation } from '#server/modules/organisation/index.ts';
import { holdReportingLines, personById } from '#server/modules/people/index.ts';
import {
  addLeaverLink,
  addLeaverSecret,
  leaverLinkOf,
  newToken,
  openByLink,
  openFor,
  signOutEverywhere,
  type Claimant,
  type Opened,
} from '#server/modules/session/index.ts';
import { comeUnderManagerAtWork } from './lines.ts';
import { lockPerson, wholePerson } from './repository.ts';

/** The link by which somebody who has left sends what they saved before (ORG-41). */

const OPENED_OFTEN = 'This link was opened very often. Please wait a while.';

/** Queues the mail with the link, in the transaction in which somebody leaves. */
export async function offerLink(tx: Kysely<Tables>, personId: string, now: number): Promise<void> {
  await addLeaverLink(tx, personId, now);
  await queueMails(tx, LEAVER_LINK, [personId], now);
}

export interface LeaverMails {
  database: Database;
  /** Epoch milliseconds. */
  clock: () => number;
  /** Where people reach the server. */
  address: string;
  env: Pick<Env, 'leaverLinkDays' | 'timeZone'>;
}

/**
 * Writes the mail to somebody who has left; none to who is back, or whose link has ended. Its secret is made now and
 * kept as a hash, which is durable before the mail goes out: each try has another one, and all are good.
 */
export const composeLeaverLink =
  ({ database, clock, address, env }: LeaverMails): Compose =>
  async (personId) => {
    const { leaverLinkDays: days, timeZone } = env;
    const now = clock();
    const secret = newToken();
    const mail = await transact(database.db, async (tx) => {
      const person = await wholePerson(tx, personId);
      if (!person?.disabled || person.email === '') return null;
      const given = { tokenHash: sha256(secret), since: leaverLinksSince(now, days) };
      const leftAt = await addLeaverSecret(tx, personId, given);
      if (leftAt === null) return null;
      const what = {
        recordId: newId('LNK', now),
        recordKind: 'session',
        version: 1,
        at: now,
        before: null,
        after: null,
      };
      const who = { actorId: null, onBehalfOf: personId, origin: '', requestKey: null };
      await appendAudit(tx, { ...what, ...who, action: 'leaver-link-mailed' }, '');
      const { name: organisation } = await readOrganisation(tx);
      // The last day on which it is good until midnight.
      const until = formatDay(dayOf(leaverLinkEnds(leftAt, days) - 86_400_000, timeZone));
      return { to: person.email, ...leaverMail({ name: person.name, organisation, address, secret, until }) };
    });
    await database.durable();
    return mail;
  };

/** A phone whose answers get lost needs a few. */
const openings = (personId: string): Limit => ({ bucket: `leaver:${personId}`, most: 30, windowMillis: 3_600_000 });

/**
 * Opens a leaver's session for whom the link is for; the one that it opened before ends. What they send goes to a
 * manager at work: theirs may have left as well since. Refuses by FORBIDDEN a link that is not good, for whatever
 * reason; by RATE_LIMITED who guesses, and who opens one thirty times in an hour.
 */
export const openLeaverLink = (services: Services, secret: string, claimant: Claimant): Promise<Opened> =>
  openByLink(services, claimant, 'leaving', async (tx, now) => {
    const since = leaverLinksSince(now, services.env.leaverLinkDays);
    const tokenHash = sha256(secret);
    const link = await leaverLinkOf(tx, tokenHash, since);
    if (link === undefined) throw forbidden(LEAVER_LINK_CLOSED);
    const { personId, leftAt } = link;
    const { count: times, retryAfter } = await count(tx, openings(personId), now);
    if (times > openings(personId).most) throw new Refusal('RATE_LIMITED', OPENED_OFTEN, { retryAfter });
    await holdReportingLines(tx);
    const row = await lockPerson(tx, personId);
    // Looked up again behind the lock: they may have come back meanwhile.
    const still = await leaverLinkOf(tx, tokenHash, since);
    if (!row?.disabled || still?.leftAt !== leftAt) throw forbidden(LEAVER_LINK_CLOSED);
    const { origin } = claimant;
    const manager = row.manager_id === null ? undefined : await personById(tx, row.manager_id);
    if (manager?.disabled) await comeUnderManagerAtWork(tx, { actor: { id: null }, now, origin, key: null }, row);
    await signOutEverywhere(tx, { personId, now, origin }, personId);
    return openFor(tx, { personId, now, leftAt }, claimant, 'leaving');
  });
