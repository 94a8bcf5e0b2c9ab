import { sql, type Kysely } from 'kysely';

/** Questions about a record and their answers; those asked of a person and by a person are walked newest first. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    sql`create table enquiries (
      id text primary key,
      record_id text not null,
      owner_id text not null references people (id),
      asker_id text not null references people (id) check (asker_id <> owner_id),
      question text not null,
      answer text,
      answered_at bigint,
      closed_at bigint,
      closed_by text references people (id),
      version integer not null default 1,
      creation_key text,
      created_at bigint not null,
      updated_at bigint not null
    )`,
    sql`create unique index enquiries_creation_key on enquiries (asker_id, creation_key)`,
    sql`create index enquiries_record on enquiries (record_id, created_at desc, id desc)`,
    sql`create index enquiries_owner on enquiries (owner_id, created_at desc, id desc)`,
    sql`create index enquiries_asker on enquiries (asker_id, created_at desc, id desc)`,
  ];
  for (const statement of statements) await statement.execute(db);
}
