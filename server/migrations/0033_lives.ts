import { sql, type Kysely } from 'kysely';

/**
 * The lives this database has had (see services/epoch.ts). A restored backup lacks the row of the life that begins with
 * it, and by that the server knows to end what a later moment may have ended already. And what the database is for: a
 * demo, or real use.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table lives (life text primary key, since bigint not null)`.execute(db);
  await sql`create table installation (
    one boolean primary key default true check (one),
    kind text not null check (kind in ('demo', 'real')),
    decided_at bigint not null
  )`.execute(db);
}
