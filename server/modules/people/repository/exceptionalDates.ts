import { sql, type Kysely } from 'kysely';
import type { Tables } from '#server/platform/database/tables.ts';

/** A person with their exceptional date. Its changes are counted by their rows in the audit log. */
export interface DatedPerson {
  id: string;
  email: string;
  name: string;
  employee_code: string;
  exceptional_date: string | null;
  version: number;
}

const fields = sql`p.id, p.email, p.name, p.employee_code, p.exceptional_date,
  coalesce((select max(a.version) from audit_log a where a.record_id = p.id), 0) as version`;

/** How many people have a date, once nobody else can get one until the transaction ends. */
export async function countDates(tx: Kysely<Tables>): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended('exceptional dates', 0))`.execute(tx);
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::int as n from people where exceptional_date is not null`.execute(tx);
  return rows[0]?.n ?? 0;
}

/** Everybody who has a date, by name. */
export async function peopleWithDates(db: Kysely<Tables>): Promise<DatedPerson[]> {
  return (
    await sql<DatedPerson>`select ${fields} from people p where p.exceptional_date is not null
      order by p.name, p.id`.execute(db)
  ).rows;
}

export async function datedPerson(db: Kysely<Tables>, email: string): Promise<DatedPerson | undefined> {
  return (await sql<DatedPerson>`select ${fields} from people p where p.email = ${email.toLowerCase()}`.execute(db))
    .rows[0];
}

/** The same with the person's row held, so that two changes come one after the other. */
export async function lockDatedPerson(tx: Kysely<Tables>, email: string): Promise<DatedPerson | undefined> {
  const row = await tx
    .selectFrom('people')
    .select('email')
    .where('email', '=', email.toLowerCase())
    .forUpdate()
    .executeTakeFirst();
  return row && datedPerson(tx, row.email);
}

export async function writeDate(tx: Kysely<Tables>, personId: string, day: string | null, now: number): Promise<void> {
  await tx.updateTable('people').set({ exceptional_date: day, updated_at: now }).where('id', '=', personId).execute();
}

/** The exceptional date that a person had at a moment, by what the log says of its changes; null for none. */
export async function exceptionalDateAt(db: Kysely<Tables>, personId: string, at: number): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`
    select (coalesce(
      (select array[a.after ->> 'exceptionalDate'] from audit_log a
        where a.record_id = p.id and a.action in ('exceptional-date', 'exceptional-date-cleared') and a.at <= ${at}
        order by a.version desc limit 1),
      (select array[a.before ->> 'exceptionalDate'] from audit_log a
        where a.record_id = p.id and a.action in ('exceptional-date', 'exceptional-date-cleared') and a.at > ${at}
        order by a.version limit 1),
      array[p.exceptional_date::text]
    ))[1] as day from people p where p.id = ${personId}`.execute(db);
  return rows[0]?.day ?? null;
}
