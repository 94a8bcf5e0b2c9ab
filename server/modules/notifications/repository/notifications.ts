import { sql, type Kysely, type Selectable } from 'kysely';
import type { RecordKind } from '#contract/enums.ts';
import type { NotificationChoices } from '#contract/notification.ts';
import { standsInFor } from '#server/modules/delegations/index.ts';
import { mayStillSee } from '#server/modules/enquiries/index.ts';
import type { NotificationsTable } from '#server/platform/database/tables/notificationTables.ts';
import type { Tables } from '#server/platform/database/tables.ts';

export type NotificationRow = Selectable<NotificationsTable>;

/** One page of a person's notifications, newest first, and the total. */
export async function pageOfNotifications(
  db: Kysely<Tables>,
  personId: string,
  page: { limit: number; offset: number },
): Promise<{ rows: NotificationRow[]; total: number }> {
  const rows = await db
    .selectFrom('notifications')
    .selectAll()
    .where('person_id', '=', personId)
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  const { n } = await db
    .selectFrom('notifications')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('person_id', '=', personId)
    .executeTakeFirstOrThrow();
  return { rows, total: Number(n) };
}

/** Those not read yet, newest first. */
export const unreadOf = (db: Kysely<Tables>, personId: string): Promise<NotificationRow[]> =>
  db
    .selectFrom('notifications')
    .selectAll()
    .where('person_id', '=', personId)
    .where('read_at', 'is', null)
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .execute();

export async function countUnread(db: Kysely<Tables>, personId: string): Promise<number> {
  const { n } = await db
    .selectFrom('notifications')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('person_id', '=', personId)
    .where('read_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(n);
}

/** Which of a person's unread notifications: one by its id, all up to a moment, or those about one record alone. */
export type Which = { id: string } | { until: number } | { record: string };

/** Marks them as read; answers how many were not. */
export async function markRead(tx: Kysely<Tables>, personId: string, which: Which, now: number): Promise<number> {
  const unread = tx
    .updateTable('notifications')
    .set({ read_at: now })
    .where('person_id', '=', personId)
    .where('read_at', 'is', null);
  const chosen =
    'id' in which
      ? unread.where('id', '=', which.id)
      : 'until' in which
        ? unread.where('updated_at', '<=', which.until)
        : unread.where('record_id', '=', which.record).where('told', '=', 1);
  return Number((await chosen.executeTakeFirst()).numUpdatedRows);
}

export const isOwn = async (db: Kysely<Tables>, personId: string, id: string): Promise<boolean> =>
  (await db
    .selectFrom('notifications')
    .select('id')
    .where('id', '=', id)
    .where('person_id', '=', personId)
    .executeTakeFirst()) !== undefined;

/** A year of what was read is enough. Answers how many were forgotten. */
export async function forgetRead(db: Kysely<Tables>, before: number): Promise<number> {
  return Number((await db.deleteFrom('notifications').where('read_at', '<', before).executeTakeFirst()).numDeletedRows);
}

/** Defaults: nothing personal on a locked screen, and the morning mail. */
const UNCHOSEN: NotificationChoices = { pushText: 'COUNT', mailDigest: true };

export async function choicesOf(db: Kysely<Tables>, personId: string): Promise<NotificationChoices> {
  const row = await db
    .selectFrom('notification_choices')
    .select(['push_text', 'mail_digest'])
    .where('person_id', '=', personId)
    .executeTakeFirst();
  return row ? { pushText: row.push_text, mailDigest: row.mail_digest } : UNCHOSEN;
}

export async function choose(
  tx: Kysely<Tables>,
  personId: string,
  { pushText, mailDigest }: NotificationChoices,
  now: number,
): Promise<void> {
  const chosen = { push_text: pushText, mail_digest: mailDigest, updated_at: now };
  await tx
    .insertInto('notification_choices')
    .values({ person_id: personId, ...chosen })
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet(chosen))
    .execute();
}

/** A change that has not been dispatched yet, with the people it concerns. */
export interface PendingChangeRow {
  audit_id: number;
  /** Epoch milliseconds. */
  at: number;
  record_id: string;
  record_kind: 'claim' | 'trip' | 'enquiry';
  action: string;
  /** Null where the server itself made the change. */
  actor_id: string | null;
  actor_name: string | null;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  /** Of the record, or the one that an enquiry is about. Null where there is none any more. */
  about: string | null;
  about_kind: RecordKind | null;
  owner_id: string | null;
  owner_name: string | null;
  asker_id: string | null;
}

/** The next changes, oldest first: of one record always in the order in which they were made. */
export async function pendingChanges(tx: Kysely<Tables>, limit: number): Promise<PendingChangeRow[]> {
  const result = await sql<PendingChangeRow>`
    select q.audit_id, a.at, a.record_id, a.record_kind, a.action, a.actor_id, actor.name as actor_name,
      a.before, a.after, coalesce(c.id, t.id) as about,
      case when t.id is not null then 'trip' when c.kind = 0 then 'localExpense' when c.kind = 1 then 'conveyance'
        when c.kind = 2 then 'travelExpense' end as about_kind,
      coalesce(c.owner_id, t.owner_id) as owner_id, o.name as owner_name, e.asker_id
    from (select audit_id from untold_changes order by audit_id limit ${sql.lit(limit)}) q
    join audit_log a on a.id = q.audit_id
    left join people actor on actor.id = a.actor_id
    left join enquiries e on e.id = a.record_id and a.record_kind = 'enquiry'
    left join claims c on c.id = coalesce(e.record_id, a.record_id)
    left join trips t on t.id = coalesce(e.record_id, a.record_id)
    left join people o on o.id = coalesce(c.owner_id, t.owner_id)
    order by q.audit_id`.execute(tx);
  return result.rows;
}

/** Skips what happened before a moment: a restored or seeded database sends no notifications for old changes. */
export const deletePendingChangesBefore = (tx: Kysely<Tables>, before: number): Promise<unknown> =>
  sql`delete from untold_changes q using audit_log a where a.id = q.audit_id and a.at < ${before}`.execute(tx);

export const deletePendingChanges = (tx: Kysely<Tables>, ids: readonly number[]): Promise<unknown> =>
  tx
    .deleteFrom('untold_changes')
    .where('audit_id', 'in', [...ids])
    .execute();

/** Whether there are pending changes. Asked every second, so it reads one index entry. */
export const hasPendingChanges = async (db: Kysely<Tables>): Promise<boolean> =>
  (await db.selectFrom('untold_changes').select('audit_id').orderBy('audit_id').limit(1).executeTakeFirst()) !==
  undefined;

/** Holds a job's turn until the transaction ends; null while another process has it. */
export const takeTurn = (tx: Kysely<Tables>, job: 'tell' | 'digest'): Promise<{ last: string } | undefined> =>
  tx.selectFrom('job_turns').select('last').where('job', '=', job).forUpdate().skipLocked().executeTakeFirst();

/** The unread notifications of these people, and all that name these subjects; locked until the transaction ends. */
export async function openNotes(
  tx: Kysely<Tables>,
  people: readonly string[],
  subjects: readonly string[],
): Promise<NotificationRow[]> {
  return (
    await sql<NotificationRow>`select * from notifications
      where read_at is null and (person_id = any(${people}::text[]) or subjects && ${subjects}::text[]) order by id
      for update`.execute(tx)
  ).rows;
}

/** Who is notified beside the manager today: by manager, those who stand in (DEL-4, NOTE-4). */
export async function standInsOf(
  tx: Kysely<Tables>,
  managers: readonly string[],
  today: string,
): Promise<Map<string, string[]>> {
  const rows = (
    await sql<{ manager_id: string; people: string[] }>`
    select d.manager_id, array_agg(d.stand_in_id) as people from delegations d join people m on m.id = d.manager_id
    where d.manager_id = any(${managers}::text[]) and d.from_day <= ${today} and d.to_day >= ${today}
      and d.ended_at is null and not m.disabled and 'manager' = any(m.roles)
    group by d.manager_id`.execute(tx)
  ).rows;
  return new Map(rows.map((row) => [row.manager_id, row.people]));
}

export const adminIds = async (tx: Kysely<Tables>): Promise<string[]> =>
  (
    await sql<{ id: string }>`select id from people where 'admin' = any(roles) and not disabled order by id`.execute(tx)
  ).rows.map((row) => row.id);

/** Of these people those at work. */
export async function atWork(tx: Kysely<Tables>, ids: readonly string[]): Promise<Set<string>> {
  return new Set(
    (
      await sql<{ id: string }>`select id from people where id = any(${ids}::text[]) and not disabled`.execute(tx)
    ).rows.map((row) => row.id),
  );
}

/** Of these enquiries those whose askers may still see the record: today's roles, lines and stand-ins count (ENQ-8). */
export async function seenByAsker(
  tx: Kysely<Tables>,
  enquiries: readonly string[],
  today: string,
): Promise<Set<string>> {
  const askers = await tx
    .selectFrom('enquiries')
    .innerJoin('people', 'people.id', 'enquiries.asker_id')
    .select(['enquiries.id as enquiry', 'people.id', 'people.roles', standsInFor(today).as('stands_in_for')])
    .where('enquiries.id', 'in', [...enquiries])
    .execute();
  const seen = new Set<string>();
  for (const { enquiry, id, roles, stands_in_for: managers } of askers) {
    const may = mayStillSee({ id, roles, standsInFor: managers ?? [] });
    const { rows } = await sql<{ may: boolean }>`select ${may} as may from enquiries e where e.id = ${enquiry}`.execute(
      tx,
    );
    if (rows[0]?.may === true) seen.add(enquiry);
  }
  return seen;
}

/** Writes the changes of open notifications at once. */
export async function writeNotes(
  tx: Kysely<Tables>,
  made: readonly NotificationRow[],
  changed: readonly NotificationRow[],
  gone: readonly string[],
): Promise<void> {
  if (gone.length > 0)
    await tx
      .deleteFrom('notifications')
      .where('id', 'in', [...gone])
      .execute();
  if (made.length > 0)
    await tx
      .insertInto('notifications')
      .values(made.map((row) => ({ ...row, facts: JSON.stringify(row.facts) })))
      .execute();
  if (changed.length === 0) return;
  await sql`update notifications n set record_id = c.record_id, subjects = c.subjects, told = c.told, facts = c.facts,
    updated_at = c.updated_at
    from jsonb_populate_recordset(null::notifications, ${JSON.stringify(changed)}::jsonb) c where n.id = c.id`.execute(
    tx,
  );
}
