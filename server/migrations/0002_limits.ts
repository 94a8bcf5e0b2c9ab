import { sql, type Kysely } from 'kysely';

/** Counters of what may be done only so often, tokens of sign-in that were used, and indexes for the finance lists. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    sql`create table rate_limits (bucket text primary key, started_at bigint not null, count integer not null)`,
    sql`create index rate_limits_started on rate_limits (started_at)`,
    sql`create table used_tokens (token_id text primary key, expires_at bigint not null)`,
    sql`create index used_tokens_expires on used_tokens (expires_at)`,
    sql`create index claims_finance on claims (kind, manager_status, created_at desc, id desc) where withdrawn_at is null`,
    sql`create index audit_log_actor_action on audit_log (actor_id, action, at)`,
  ];
  for (const statement of statements) await statement.execute(db);
}
