import { sql, type Kysely } from 'kysely';

/**
 * Webhooks: their receivers, what has to be told, and what is on its way (HOOK-1).
 *
 * The database itself notes every change with its row of the audit log, while there is a receiver, so that no command
 * can leave it out. The event's id is made there: it stays the same however often it is sent, and a database that is
 * put back from a dump never gives it to another change.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    sql`create table webhooks (
      id text primary key,
      url text not null,
      events text[] not null,
      off text check (off in ('ADMIN', 'GONE', 'FAILING')),
      off_at bigint,
      failures integer not null default 0,
      failing_since bigint,
      paused_until bigint not null default 0,
      last_success_at bigint,
      last_failure_at bigint,
      last_failure text,
      version integer not null default 1,
      created_at bigint not null,
      updated_at bigint not null
    )`,
    sql`create table webhook_changes (
      audit_id bigint primary key,
      event_id text not null default 'evt_' || replace(gen_random_uuid()::text, '-', '')
    )`,
    sql`create table webhook_events (
      id text primary key,
      type text not null,
      body text not null,
      created_at bigint not null
    )`,
    sql`create index webhook_events_created on webhook_events (created_at)`,
    sql`create table webhook_deliveries (
      webhook_id text not null references webhooks on delete cascade,
      event_id text not null references webhook_events,
      state text not null default 'WAITING' check (state in ('WAITING', 'SENT', 'FAILED')),
      attempts integer not null default 0,
      due_at bigint not null,
      until bigint not null,
      reason text,
      settled_at bigint,
      primary key (webhook_id, event_id)
    )`,
    sql`create index webhook_deliveries_due on webhook_deliveries (webhook_id, due_at) where state = 'WAITING'`,
    sql`create index webhook_deliveries_failed on webhook_deliveries (webhook_id, event_id) where state = 'FAILED'`,
    sql`create index webhook_deliveries_event on webhook_deliveries (event_id)`,
    sql`create index webhook_deliveries_settled on webhook_deliveries (settled_at) where settled_at is not null`,
    sql`create function note_webhook_changes() returns trigger language plpgsql as $body$
    begin
      if exists (select from webhooks where off is null) then
        insert into webhook_changes (audit_id) select id from added where record_kind in ('claim', 'trip', 'person');
      end if;
      return null;
    end $body$`,
    sql`create trigger audit_log_told after insert on audit_log referencing new table as added for each statement execute function note_webhook_changes()`,
  ];
  for (const statement of statements) await statement.execute(db);
}
