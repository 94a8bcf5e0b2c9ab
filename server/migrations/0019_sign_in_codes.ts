import { sql, type Kysely } from 'kysely';

/**
 * One-time codes of sign-in (SES-20). There is a row for every address that was asked for, whether it is somebody's or
 * not, so that neither what is written nor what it costs tells the two apart. The code itself is made when the mail
 * goes out and kept as a hash.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table sign_in_codes (
    email_key text primary key,
    email text not null,
    code_hash text,
    tries integer not null default 0,
    attempts integer not null default 0,
    asked_at bigint not null,
    expires_at bigint not null,
    due_at bigint
  )`.execute(db);
  await sql`create index sign_in_codes_due on sign_in_codes (due_at) where due_at is not null`.execute(db);
}
