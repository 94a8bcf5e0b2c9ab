import { sql, type Kysely } from 'kysely';
import type { PeopleTable } from '#server/platform/database/tables/peopleTables.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import type { Selectable } from 'kysely';
import { standsInFor } from '#server/modules/delegations/index.ts';

export interface DueDigest {
  person_id: string;
  day: string;
  attempts: number;
  due_at: number;
}

/**
 * Plans a mail for everybody who may have something pending that day: approvers, stand-ins, and people with an open
 * enquiry. What is actually pending is read when the mail is written. A person who chose against mail gets none.
 */
export const planDigests = (tx: Kysely<Tables>, day: string, now: number): Promise<unknown> =>
  sql`
  insert into digests (person_id, day, state, due_at)
  select p.id, ${day}, 'due', ${now} from people p
  where not p.disabled and not exists (select 1 from notification_choices c
    where c.person_id = p.id and not c.mail_digest)
    and (p.roles && array['manager', 'finance', 'admin']
      or exists (select 1 from delegations d where d.stand_in_id = p.id and d.from_day <= ${day} and d.to_day >= ${day}
        and d.ended_at is null)
      or exists (select 1 from enquiries e where e.owner_id = p.id and e.closed_at is null)
        or exists (select 1 from enquiries e where e.asker_id = p.id and e.closed_at is null))
  on conflict do nothing`.execute(tx);

export const noteDay = (tx: Kysely<Tables>, day: string): Promise<unknown> =>
  tx.updateTable('job_turns').set({ last: day }).where('job', '=', 'digest').execute();

/** The last day for which mails were planned. */
export const lastDay = async (db: Kysely<Tables>): Promise<string> =>
  (await db.selectFrom('job_turns').select('last').where('job', '=', 'digest').executeTakeFirst())?.last ?? '';

/**
 * Takes the next mails of a day, until `until`: other processes pass them over, and one that dies is taken over then.
 */
export async function takeDigests(
  db: Kysely<Tables>,
  day: string,
  now: number,
  until: number,
  limit: number,
): Promise<DueDigest[]> {
  return (
    await sql<DueDigest>`
    update digests set due_at = ${until}, attempts = attempts + 1 where day = ${day} and person_id in (
      select person_id from digests where state = 'due' and day = ${day} and due_at <= ${now} order by due_at, person_id
      limit ${sql.lit(limit)} for update skip locked)
    returning person_id, day, attempts, due_at`.execute(db)
  ).rows;
}

export const settleDigest = (
  db: Kysely<Tables>,
  { person_id, day, due_at }: DueDigest,
  state: 'due' | 'sent' | 'nothing' | 'failed',
  dueAt: number,
): Promise<unknown> =>
  db
    .updateTable('digests')
    .set({ state, due_at: dueAt })
    .where('person_id', '=', person_id)
    .where('day', '=', day)
    .where('due_at', '=', due_at)
    .execute();

/** Yesterday's mail is of no use today. */
export const dropOldDigests = (db: Kysely<Tables>, before: string): Promise<unknown> =>
  db.deleteFrom('digests').where('day', '<', before).execute();

export const personOfDigest = (
  db: Kysely<Tables>,
  personId: string,
  today: string,
): Promise<(Selectable<PeopleTable> & { stands_in_for: string[] | null }) | undefined> =>
  db
    .selectFrom('people')
    .selectAll('people')
    .select(standsInFor(today).as('stands_in_for'))
    .where('id', '=', personId)
    .where('disabled', '=', false)
    .executeTakeFirst();
