import type { Kysely } from 'kysely';
import {
  adminNotice,
  formerAddressIn,
  isChangeOfAdmins,
  isToldOfAdmins,
  isToldOfAnybody,
  MOST_NOTICED,
  NOTICED_ACTIONS,
  type NoticedRow,
} from '#domain/adminNotice.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { queueMailsOnce } from '#server/platform/mail/repository.ts';
import type { Compose } from '#server/platform/mail/sendQueued.ts';
import { readOrganisation } from '#server/modules/organisation/index.ts';
import { adminsAmong, noticesSince, type LoggedNotice } from './repository/adminNotices.ts';
import { organisationAdmins, personById } from './repository/people.ts';

/** The mail to organisation admins about what lets somebody become anybody, or one of them (ORG-44). */

/** How these mails are marked in the queue. */
export const ADMIN_NOTICE = 'adminNotice';

/** Who did what, as the row of the log has it. */
interface Act extends NoticedRow {
  personId: string | null;
}

/**
 * Queues a mail to every organisation admin at work but who did this, and to those whom it is about, where it is told
 * at all. Call it beside the rows of the log, in their transaction, once the people are written.
 */
export async function tellAdmins(
  tx: Kysely<Tables>,
  { actor, now }: { actor: { id: string | null }; now: number },
  acts: readonly Act[],
): Promise<void> {
  const idsOf = (some: readonly Act[]): string[] => some.flatMap(({ personId }) => personId ?? []);
  const sure = acts.filter(isToldOfAnybody);
  const asked = idsOf(acts.filter(isToldOfAdmins));
  const concerned = [...idsOf(sure), ...(asked.length > 0 ? await adminsAmong(tx, asked) : [])];
  if (sure.length === 0 && concerned.length === 0) return;
  const others = (await organisationAdmins(tx)).map(({ id }) => id);
  const told = new Set([...others, ...concerned]);
  if (actor.id !== null) told.delete(actor.id);
  await queueMailsOnce(tx, ADMIN_NOTICE, [...told].toSorted(), now);
}

/** What this person is told: all of it while they are an organisation admin at work, else what is about them. */
function toldOf(rows: readonly LoggedNotice[], personId: string, isAdmin: boolean): LoggedNotice[] {
  // Whose role was taken a moment later was one when the rest was done.
  const lost = new Set(rows.filter(isChangeOfAdmins).map((row) => row.personId));
  return rows.filter(
    (row) =>
      (isToldOfAnybody(row) || (isToldOfAdmins(row) && (row.isAdmin || lost.has(row.personId)))) &&
      (isAdmin || row.personId === personId),
  );
}

/**
 * Writes the mail: what others did since it was queued. Whose address was changed gets it at both; to who is not
 * concerned any more none goes.
 */
export const composeAdminNotice =
  (db: Kysely<Tables>, { address, timeZone }: { address: string; timeZone: () => string }): Compose =>
  async (personId, queuedAt) => {
    const person = await personById(db, personId);
    if (!person) return null;
    const isAdmin = !person.disabled && person.roles.includes('orgAdmin');
    const most = { actions: NOTICED_ACTIONS, exceptBy: personId, most: MOST_NOTICED * 2 };
    const rows = toldOf(await noticesSince(db, { since: queuedAt, ...most }), personId, isAdmin);
    if (rows.length === 0) return null;
    const former = rows.flatMap((row) => (row.personId === personId ? (formerAddressIn(row) ?? []) : []));
    const { name: organisation } = await readOrganisation(db);
    return {
      to: [...new Set([person.email, ...former])].join(', '),
      ...adminNotice({
        organisation,
        address,
        timeZone: timeZone(),
        rows: rows.slice(0, MOST_NOTICED),
        more: rows.length > MOST_NOTICED,
      }),
    };
  };
