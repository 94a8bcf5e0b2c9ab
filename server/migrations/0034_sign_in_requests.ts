import { sql, type Kysely } from 'kysely';

/**
 * One-time codes by the request of a browser, and no more by address (SES-20, SES-23): anyone who asks for somebody
 * else's code spends their own. `id` is the hash of a secret that only that browser was given. Codes that were on their
 * way are void; they live five minutes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table sign_in_requests (
    id text primary key,
    email text not null,
    code_hash text,
    tries integer not null default 0,
    attempts integer not null default 0,
    asked_at bigint not null,
    expires_at bigint not null,
    due_at bigint
  )`.execute(db);
  await sql`create index sign_in_requests_due on sign_in_requests (due_at) where due_at is not null`.execute(db);
  await sql`create index sign_in_requests_expires on sign_in_requests (expires_at)`.execute(db);
  await sql`delete from sign_in_codes`.execute(db);
}
