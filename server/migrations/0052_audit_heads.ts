import { sql, type Kysely } from 'kysely';

/**
 * Heads of the audit log that people outside can check (AUD-23): each is signed, holds the root of a tree over the rows
 * that were sealed since the one before, and names that one. They go out by mail, a row for each person and day.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    sql`create table audit_heads (
      number integer primary key,
      day text not null,
      from_seq bigint not null,
      to_seq bigint not null unique,
      root text not null,
      seal text not null,
      previous text not null,
      public_key text not null,
      signature text not null,
      created_at bigint not null
    )`,
    sql`create trigger audit_heads_kept before update or delete or truncate on audit_heads for each statement execute function refuse_audit_change()`,
    sql`revoke update, delete, truncate on audit_heads from public`,
    sql`create table audit_head_mails (
      day text not null,
      person_id text not null references people (id),
      state text not null default 'due',
      due_at bigint not null,
      attempts integer not null default 0,
      primary key (day, person_id)
    )`,
  ];
  for (const statement of statements) await statement.execute(db);
}
