import { sql, type Kysely } from 'kysely';

/**
 * The audit log takes rows and gives none back (S16): UPDATE, DELETE and TRUNCATE are refused by trigger, no matter who
 * asks. Each row gets a seal, keyed and chained in the order of sealing, by a job beside the work: what writes the log
 * waits for no chain of all.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    sql`create table audit_seals (
      seq bigint primary key,
      audit_id bigint not null unique,
      key_id text not null,
      seal text not null
    )`,
    sql`create function refuse_audit_change() returns trigger language plpgsql as $body$
      begin
        raise exception '% of % is refused: the audit log only grows', tg_op, tg_table_name using errcode = 'insufficient_privilege';
      end $body$`,
    sql`create trigger audit_log_kept before update or delete or truncate on audit_log for each statement execute function refuse_audit_change()`,
    sql`create trigger audit_seals_kept before update or delete or truncate on audit_seals for each statement execute function refuse_audit_change()`,
    sql`revoke update, delete, truncate on audit_log, audit_seals from public`,
  ];
  for (const statement of statements) await statement.execute(db);
}
