import type { Kysely } from 'kysely';
import { roleReviewBody, type RoleReview } from '#contract/roleReview.ts';
import { mayManageOrganisation } from '#domain/access.ts';
import { dayOf } from '#domain/dates.ts';
import { beginsReview, monthOf, roleCounts, roleReviewMail, type RoleHolder } from '#domain/roleReview.ts';
import { appendAudit } from '#server/platform/audit/audit.ts';
import { sha256 } from '#server/platform/base/canonical.ts';
import { malformed, notFound, Refusal } from '#server/platform/base/errors.ts';
import { transact } from '#server/platform/database/transact.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { assertAllowed } from '#server/platform/http/assertAllowed.ts';
import type { Context } from '#server/platform/http/context.ts';
import { change, type CommandRequest, type CommandResult } from '#server/platform/idempotency/change.ts';
import { dropMails, queueMails } from '#server/platform/mail/repository.ts';
import type { Compose } from '#server/platform/mail/sendQueued.ts';
import { newId } from '#server/platform/secrets/ids.ts';
import { readOrganisation } from '#server/modules/organisation/index.ts';
import { organisationAdmins } from '#server/modules/people/index.ts';
import { addReview, confirmReview, newestReview, roleHolders, type ReviewRow } from './repository.ts';

/** Once a month the organisation admins are asked to confirm who has which role (ORG-40). */

/** How these mails are marked in the queue. */
export const ROLE_REVIEW = 'roleReview';

const CHANGED = 'Roles were changed since you looked. Please look through them again.';

/** Names exactly who has which role. */
const listOf = (holders: readonly RoleHolder[]): string =>
  sha256(
    JSON.stringify(
      holders
        .map(({ id, roles }) => [id, roles.toSorted()] as const)
        .toSorted(([one], [other]) => (one < other ? -1 : 1)),
    ),
  );

const answerOf = (row: ReviewRow, holders: readonly RoleHolder[]): RoleReview => ({
  month: row.month,
  startedAt: row.started_at,
  confirmedAt: row.confirmed_at,
  confirmedBy: row.confirmed_by_name,
  roles: roleCounts(holders),
  list: listOf(holders),
});

/**
 * Begins the month's review where it is due, and queues a mail to each organisation admin in the place of earlier ones
 * that never went out. Answers how many mails; of several processes one begins it.
 */
export const beginRoleReview = (
  db: Kysely<Tables>,
  { now, timeZone }: { now: number; timeZone: string },
): Promise<number> =>
  transact(db, async (tx) => {
    const today = dayOf(now, timeZone);
    const latest = await newestReview(tx);
    if (!beginsReview(today, latest?.month ?? null) || !(await addReview(tx, monthOf(today), now))) return 0;
    await dropMails(tx, ROLE_REVIEW);
    const admins = await organisationAdmins(tx);
    await queueMails(
      tx,
      ROLE_REVIEW,
      admins.map(({ id }) => id),
      now,
    );
    return admins.length;
  });

/** Writes the mail; to who is no organisation admin any more, or once the review is confirmed, none goes. */
export const composeRoleReview =
  (db: Kysely<Tables>, { address }: { address: string }): Compose =>
  async (personId) => {
    const to = (await organisationAdmins(db)).find(({ id }) => id === personId)?.email;
    const review = await newestReview(db);
    if (to === undefined || !review || review.confirmed_at !== null) return null;
    const { name: organisation } = await readOrganisation(db);
    return { to, ...roleReviewMail({ month: review.month, organisation, address, holders: await roleHolders(db) }) };
  };

/** The newest review; null before the first. Throws FORBIDDEN unless the actor is an organisation admin (ORG-1). */
export async function readRoleReview(context: Context): Promise<RoleReview | null> {
  assertAllowed(mayManageOrganisation(context.actor));
  const { db } = context.services.database;
  const row = await newestReview(db);
  return row ? answerOf(row, await roleHolders(db)) : null;
}

/**
 * Confirms the newest review, with a row in the log; one that is confirmed already stays as it is (ORG-40). Throws
 * CONFLICT where roles were changed since `list` was answered, NOT_FOUND for another month than the newest.
 */
export function confirmRoles(context: Context, request: CommandRequest): Promise<CommandResult> {
  return change<null>(context, request, {
    authorize: async () => {
      assertAllowed(mayManageOrganisation(context.actor));
      return null;
    },
    execute: async (tx) => {
      const body = roleReviewBody.safeParse(request.body);
      if (!body.success) throw malformed('The body needs a month and the list that was looked at.', 'month');
      const review = await newestReview(tx);
      if (review?.month !== body.data.month) throw notFound();
      const holders = await roleHolders(tx);
      const recordId = newId('RLR', context.now);
      const done = async () => {
        const row = await newestReview(tx);
        return { answer: { success: true, data: row && answerOf(row, holders) }, recordId: null };
      };
      if (review.confirmed_at !== null) return done();
      if (listOf(holders) !== body.data.list) throw new Refusal('CONFLICT', CHANGED);
      if (!(await confirmReview(tx, { month: review.month, by: context.actor.id, now: context.now }))) return done();
      const entry = {
        recordId,
        recordKind: 'roleReview',
        version: 1,
        at: context.now,
        actorId: context.actor.id,
        action: 'roles-confirmed',
        before: null,
        after: { month: review.month, people: holders.length, list: body.data.list },
        origin: context.origin,
        requestKey: context.key,
      };
      await appendAudit(tx, entry, '');
      return done();
    },
  });
}
