import { sql, type Kysely } from 'kysely';

/** Finds what a person has uploaded lately, and keeps what the daily jobs found out. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    sql`create index file_owners_person on file_owners (person_id, created_at)`,
    sql`create table job_reports (job text primary key, at bigint not null, report jsonb not null)`,
  ];
  for (const statement of statements) await statement.execute(db);
}
