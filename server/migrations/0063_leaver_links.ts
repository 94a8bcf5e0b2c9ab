import { sql, type Kysely } from 'kysely';

/**
 * Links by which people who have left send what they saved before (ORG-41): one a person, with the hashes of the
 * secrets that were mailed. A session that one opened knows when its person had left: it belongs to that leaving alone.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table leaver_links (
    person_id text primary key references people,
    left_at bigint not null,
    token_hashes text[] not null default '{}'
  )`.execute(db);
  await sql`create index leaver_links_tokens on leaver_links using gin (token_hashes)`.execute(db);
  await sql`alter table sessions add column left_at bigint`.execute(db);
}
