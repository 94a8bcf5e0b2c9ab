import { sql, type Kysely } from 'kysely';

/** Mails that wait to be sent, put here in the transaction of what they tell of. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table mails (
    id text primary key,
    person_id text not null references people,
    kind text not null,
    created_at bigint not null,
    due_at bigint not null,
    attempts integer not null default 0
  )`.execute(db);
  await sql`create index mails_due on mails (due_at, id)`.execute(db);
}
