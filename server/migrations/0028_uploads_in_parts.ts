import { sql, type Kysely } from 'kysely';

/** Uploads that come in parts, and where each part lies in the file store until the last one is there. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    sql`create table uploads (
      id text primary key,
      person_id text not null references people (id),
      name text not null,
      size integer not null check (size > 0),
      received integer not null default 0 check (received between 0 and size),
      finger_print text,
      finished_hash text,
      created_at bigint not null,
      expires_at bigint not null
    )`,
    sql`create index uploads_person on uploads (person_id, expires_at)`,
    sql`create index uploads_expiry on uploads (expires_at)`,
    sql`create table upload_parts (
      upload_id text not null references uploads (id) on delete cascade,
      hash text not null,
      begins integer,
      size integer not null,
      primary key (upload_id, hash)
    )`,
  ];
  for (const statement of statements) await statement.execute(db);
}
