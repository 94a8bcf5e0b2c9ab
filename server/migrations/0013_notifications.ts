import { sql, type Kysely } from 'kysely';

/**
 * What people are told: their notifications, the devices that want them pushed, what each person chose, and the mail of
 * each day.
 *
 * Which changes have still to be told is in a table of its own, filled by the database with every row of the audit log.
 * A cursor over the log's ids would miss rows: an id is taken before its transaction commits, so that a lower one may
 * appear after a higher one was read. A horizon of finished transactions would close that gap, but ties what is told to
 * transaction numbers, which start again in a database that is put back from a dump. A row that is there has to be
 * told, and one that is gone has been: nothing else can be true. It costs the filing of a claim one small row, in the
 * same statement.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    sql`create table untold_changes (audit_id bigint primary key)`,
    sql`create function note_changes() returns trigger language plpgsql as $body$
    begin
      insert into untold_changes (audit_id) select id from added where record_kind in ('claim', 'trip', 'enquiry');
      return null;
    end $body$`,
    sql`create trigger audit_log_added after insert on audit_log referencing new table as added for each statement execute function note_changes()`,
    sql`create table notifications (
      id text primary key,
      person_id text not null references people (id),
      kind text not null,
      record_kind text not null,
      record_id text,
      subjects text[] not null,
      told integer not null,
      facts jsonb not null default '{}',
      created_at bigint not null,
      updated_at bigint not null,
      read_at bigint
    )`,
    sql`create unique index notifications_unread on notifications (person_id, kind, record_kind) where read_at is null`,
    sql`create index notifications_newest on notifications (person_id, updated_at desc, id desc)`,
    sql`create index notifications_subjects on notifications using gin (subjects) where read_at is null`,
    sql`create table push_subscriptions (
      endpoint text primary key,
      person_id text not null references people (id),
      session_hash text not null,
      device_id text,
      p256dh text not null,
      auth text not null,
      created_at bigint not null,
      failures integer not null default 0,
      due_at bigint
    )`,
    sql`create index push_subscriptions_person on push_subscriptions (person_id)`,
    sql`create index push_subscriptions_due on push_subscriptions (due_at) where due_at is not null`,
    sql`create table notification_choices (
      person_id text primary key references people (id),
      push_text text not null,
      mail_digest boolean not null,
      updated_at bigint not null
    )`,
    sql`create table digests (
      person_id text not null references people (id),
      day text not null,
      state text not null,
      attempts integer not null default 0,
      due_at bigint not null,
      primary key (person_id, day)
    )`,
    sql`create index digests_due on digests (due_at) where state = 'due'`,
    sql`create table job_turns (job text primary key, last text not null default '')`,
    sql`insert into job_turns (job) values ('tell'), ('digest')`,
  ];
  for (const statement of statements) await statement.execute(db);
}
