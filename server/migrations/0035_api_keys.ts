import { sql, type Kysely } from 'kysely';

/** Keys of programs that hand in records (S13): made by this server, of which it keeps a hash. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table api_keys (
    id text primary key,
    name text not null,
    scope text not null,
    key_hash text not null unique,
    created_at bigint not null,
    last_used_at bigint,
    expires_at bigint,
    ended_at bigint
  )`.execute(db);
}
