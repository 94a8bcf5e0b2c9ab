import { sql, type Kysely } from 'kysely';

/**
 * What a row of the audit log says of people may be erased, and nothing else of it (RET-5, docs/decisions/0028): only
 * before, after and origin, only to nothing, and only of a row that an erasure has named first. Heads lose the moment at
 * which they were stored: nothing covers it, and their day says it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    sql`create table audit_erased (
      audit_id bigint primary key,
      erasure_id text not null,
      erasure_version integer not null,
      kept text not null
    )`,
    sql`create index audit_erased_by on audit_erased (erasure_id, erasure_version, audit_id)`,
    sql`create trigger audit_erased_kept before update or delete or truncate on audit_erased for each statement execute function refuse_audit_change()`,
    sql`revoke update, delete, truncate on audit_erased from public`,
    sql`create function refuse_audit_row_change() returns trigger language plpgsql as $body$
      begin
        if new.before is null and new.after is null and new.origin = ''
          and (to_jsonb(new) - array['before', 'after', 'origin']) = (to_jsonb(old) - array['before', 'after', 'origin'])
          and exists (select 1 from audit_erased e where e.audit_id = old.id)
        then
          return new;
        end if;
        raise exception '% of % is refused: the audit log only grows', tg_op, tg_table_name using errcode = 'insufficient_privilege';
      end $body$`,
    sql`drop trigger audit_log_kept on audit_log`,
    sql`create trigger audit_log_kept before delete or truncate or update of id, record_id, record_kind, version, at, actor_id, on_behalf_of, action, request_key, previous_hash, hash on audit_log for each statement execute function refuse_audit_change()`,
    sql`create trigger audit_log_erased before update on audit_log for each row execute function refuse_audit_row_change()`,
    sql`alter table audit_heads drop column created_at`,
  ];
  for (const statement of statements) await statement.execute(db);
}
