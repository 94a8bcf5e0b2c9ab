import { sql, type Kysely } from 'kysely';
import type { Tables } from '#server/platform/database/tables.ts';

/** The mails of a day's head, a row each. */

const AT_ONCE = 10;
/** Lease of a row that one process sends: longer than any mail takes. */
const TURN = 5 * 60_000;

export async function isPlanned(db: Kysely<Tables>, day: string): Promise<boolean> {
  const query = db.selectFrom('audit_head_mails').select('day').where('day', '=', day).limit(1);
  return (await query.executeTakeFirst()) !== undefined;
}

/** One row for each organisation admin and day; mails of earlier days that never went out are given up. */
export async function plan(db: Kysely<Tables>, day: string, now: number): Promise<void> {
  await sql`delete from audit_head_mails where day < ${day}`.execute(db);
  await sql`insert into audit_head_mails (day, person_id, due_at)
    select ${day}, id, ${now} from people where 'orgAdmin' = any(roles) and not disabled
    on conflict do nothing`.execute(db);
}

/** A mail that is due. */
interface Due {
  person_id: string;
  email: string;
  attempts: number;
}

/** Takes the next mails that are due, as one's own for a while. */
export async function take(db: Kysely<Tables>, day: string, now: number): Promise<Due[]> {
  const { rows } = await sql<Due>`
    update audit_head_mails m set attempts = m.attempts + 1, due_at = ${now + TURN}
    from people p where p.id = m.person_id and (m.day, m.person_id) in (
      select day, person_id from audit_head_mails where day = ${day} and state = 'due' and due_at <= ${now}
      order by person_id limit ${sql.lit(AT_ONCE)} for update skip locked)
    returning m.person_id, p.email, m.attempts`.execute(db);
  return rows;
}

/** Notes how the sending went. */
export const settle = (db: Kysely<Tables>, day: string, id: string, state: string, dueAt: number): Promise<unknown> =>
  db
    .updateTable('audit_head_mails')
    .set({ state, due_at: dueAt })
    .where('day', '=', day)
    .where('person_id', '=', id)
    .execute();
