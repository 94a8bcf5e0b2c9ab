import { sql, type Kysely } from 'kysely';
import type { Tables } from '#server/platform/database/tables.ts';
import type { Day } from '#domain/dates.ts';

/** What is kept of one person who left, beside what has a period (RET-8). */

export interface PersonRows {
  /** Profile fields that say something, and rows that belong to the profile. */
  profile: number;
  /** Rows of the log about the account that still say something. */
  log: number[];
  /** Claims and trips, and the newest day of theirs. */
  records: number;
  newest: Day | null;
  /** Sign-ins and the like in the log, and the newest moment. */
  use: number;
  lastUse: number | null;
}

/** Tables of the profile whose rows are nobody else's. */
const TABLES = [
  'notification_choices',
  'digests',
  'mails',
  'leaver_links',
  'former_addresses',
  'scim_group_members',
] as const;

export async function personRows(db: Kysely<Tables>, id: string): Promise<PersonRows> {
  const counts = TABLES.map((table) => sql`(select count(*) from ${sql.table(table)} where person_id = ${id})`);
  const { rows } = await sql<Omit<PersonRows, 'log'>>`select (
      (select (grade <> '')::int + (base_location <> '')::int + (exceptional_date is not null)::int
        + (subject is not null)::int from people where id = ${id})
      + (select count(*) from scim_users where person_id = ${id} and deleted_at is not null and attributes <> '{}')
      + ${sql.join(counts, sql` + `)})::int as profile,
    (select count(*) from claims where owner_id = ${id})::int
      + (select count(*) from trips where owner_id = ${id})::int as records,
    greatest((select max(greatest(expense_date, paid_on)) from claims where owner_id = ${id}),
      (select max(end_date) from trips where owner_id = ${id})) as newest,
    (select count(*) from audit_log where actor_id = ${id} and record_kind in ('session', 'refusal', 'view', 'export')
      and (after is not null or before is not null or origin <> ''))::int as use,
    (select max(at) from audit_log where actor_id = ${id}
      and record_kind in ('session', 'refusal', 'view', 'export')) as "lastUse"`.execute(db);
  const log = await db
    .selectFrom('audit_log')
    .select('id')
    .where('record_id', '=', id)
    .where('record_kind', '=', 'person')
    .where(sql<boolean>`(before is not null or after is not null or origin <> '')`)
    .execute();
  const [first] = rows;
  if (!first) throw new Error('A query of counts answered nothing');
  return { ...first, log: log.map((row) => row.id) };
}

export async function isPersonHeld(db: Kysely<Tables>, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('legal_holds')
    .select('id')
    .where('subject_id', '=', id)
    .where('lifted_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Locks somebody who left; false: they are at work, or not there. */
export async function lockLeaver(tx: Kysely<Tables>, id: string): Promise<boolean> {
  const row = await tx.selectFrom('people').select('disabled').where('id', '=', id).forUpdate().executeTakeFirst();
  return row?.disabled === true;
}

/** Empties the profile: name, address and code stay with the records. */
export async function clearProfile(tx: Kysely<Tables>, id: string): Promise<void> {
  await tx
    .updateTable('people')
    .set({ grade: '', base_location: '', exceptional_date: null, subject: null })
    .where('id', '=', id)
    .execute();
  await sql`update scim_users set attributes = '{}' where person_id = ${id} and deleted_at is not null`.execute(tx);
  for (const table of TABLES) await sql`delete from ${sql.table(table)} where person_id = ${id}`.execute(tx);
}
