import { sql, type Kysely } from 'kysely';

/**
 * Who makes a campaign's report file and until when, and how far an import has come. The lease is stored with the
 * campaign and its version: a campaign that is changed while its file is made is due again at once, and what the first
 * one made is thrown away.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    sql`alter table campaigns add column report_lease bigint not null default 0, add column report_version integer not null default 0, add column report_attempts integer not null default 0`,
    sql`create table imports (
      file_hash text not null,
      kind text not null,
      rows integer not null,
      refused integer not null,
      refused_bytes bigint not null,
      updated_at bigint not null,
      primary key (file_hash, kind)
    )`,
  ];
  for (const statement of statements) await statement.execute(db);
}
