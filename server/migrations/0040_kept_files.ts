import { sql, type Kysely, type QueryExecutorProvider } from 'kysely';

/**
 * Files that the audit log names and no record carries any more: bills and tickets that were replaced. Their bytes are
 * kept as long as the log is. Filled by the database itself whenever a bill or a ticket leaves its record, so that the
 * log is never searched for them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table kept_files (file_hash text primary key references files (hash))`.execute(db);
  await sql`
    create function keep_replaced_file() returns trigger language plpgsql as $$
    begin
      insert into kept_files (file_hash) values (old.file_hash) on conflict do nothing;
      return null;
    end $$`.execute(db);
  for (const table of ['claim_bills', 'trip_tickets']) {
    await sql`create trigger keep_replaced after delete or update of file_hash on ${sql.table(table)} for each row execute function keep_replaced_file()`.execute(
      db,
    );
  }
  await keepReplacedBefore(db);
}

/** What was replaced before there was a table of it, and is still there. */
export async function keepReplacedBefore(db: QueryExecutorProvider): Promise<void> {
  await sql`
    insert into kept_files (file_hash)
    select f.hash from files f where f.hash in (
      select jsonb_array_elements_text(a.before -> list.name) from audit_log a, (values ('bills'), ('tickets')) as list (name)
      where a.record_kind in ('claim', 'trip') and jsonb_typeof(a.before -> list.name) = 'array')
    on conflict do nothing`.execute(db);
}
