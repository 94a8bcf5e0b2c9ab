import { sql, type Kysely } from 'kysely';

/**
 * How long data is kept, what is held, and what was erased (RET-1). Files that the log alone still names are noted with
 * the record that they were on: they go with it. Contacts get a day from which they count, and pictures the moment at
 * which their original, and with it the place in it, was erased.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    sql`create table retention_state (
      id text primary key check (id = 'RETENTION'),
      periods jsonb,
      enabled boolean not null default false,
      version integer not null default 0,
      updated_at bigint,
      updated_by text references people (id)
    )`,
    sql`insert into retention_state (id) values ('RETENTION')`,
    sql`create table legal_holds (
      id text primary key,
      subject_id text not null,
      subject_kind text not null check (subject_kind in ('person', 'record')),
      reason text not null,
      set_by text not null references people (id),
      set_at bigint not null,
      lifted_by text references people (id),
      lifted_at bigint,
      lift_reason text,
      version integer not null default 1
    )`,
    sql`create index legal_holds_living on legal_holds (subject_id) where lifted_at is null`,
    sql`create index legal_holds_newest on legal_holds (set_at desc, id desc)`,
    sql`create table erasures (
      id text primary key,
      started_at bigint not null,
      ended_at bigint,
      made_by text references people (id),
      about_id text references people (id),
      totals jsonb not null default '{}',
      version integer not null default 0
    )`,
    sql`create index erasures_newest on erasures (started_at desc, id desc)`,
    sql`alter table files add column place_erased_at bigint`,
    sql`alter table contact_details add column taken_in_on date not null default current_date`,
    sql`alter table kept_files add column record_id text not null default ''`,
    sql`alter table kept_files drop constraint kept_files_pkey, add primary key (file_hash, record_id)`,
    sql`create index kept_files_record on kept_files (record_id)`,
    sql`create or replace function keep_replaced_file() returns trigger language plpgsql as $$
    begin
      insert into kept_files (file_hash, record_id)
      values (old.file_hash, coalesce(to_jsonb(old) ->> 'claim_id', to_jsonb(old) ->> 'trip_id')) on conflict do nothing;
      return null;
    end $$`,
    sql`insert into kept_files (file_hash, record_id)
      select distinct k.file_hash, a.record_id
      from audit_log a cross join (values ('bills'), ('tickets')) as list (name)
      cross join lateral jsonb_array_elements_text(
        case when jsonb_typeof(a.before -> list.name) = 'array' then a.before -> list.name else '[]' end) as h (hash)
      join kept_files k on k.file_hash = h.hash and k.record_id = ''
      where a.record_kind in ('claim', 'trip') on conflict do nothing`,
    sql`delete from kept_files k where k.record_id = ''
      and exists (select 1 from kept_files o where o.file_hash = k.file_hash and o.record_id <> '')`,
  ];
  for (const statement of statements) await statement.execute(db);
}
