import { sql, type Kysely } from 'kysely';

/** The audit log is read by organisation admins, newest first: by day, person and kind of record (AUD-20). */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    sql`create index audit_log_newest on audit_log (at desc, id desc)`,
    sql`create index audit_log_of_actor on audit_log (actor_id, at desc, id desc)`,
    sql`create index audit_log_for on audit_log (on_behalf_of, at desc, id desc) where on_behalf_of is not null`,
    sql`create index audit_log_of_kind on audit_log (record_kind, at desc, id desc)`,
  ];
  for (const statement of statements) await statement.execute(db);
}
