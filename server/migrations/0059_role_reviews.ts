import { sql, type Kysely } from 'kysely';

/** The monthly look at who has which role (ORG-40): one row a month, made by whichever process is first. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table role_reviews (
    month text primary key,
    started_at bigint not null,
    confirmed_at bigint,
    confirmed_by text references people
  )`.execute(db);
}
