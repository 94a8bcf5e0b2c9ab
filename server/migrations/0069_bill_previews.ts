import { sql, type Kysely } from 'kysely';

/**
 * Small pictures of bills (DOC-16). They go with their file, whatever removes it. A row without pictures is due from
 * `due_at` on, or, without that, of a bill that cannot be drawn.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    sql`create table bill_previews (
      file_hash text primary key references files (hash) on delete cascade,
      small bytea,
      large bytea,
      due_at bigint
    )`,
    sql`create index bill_previews_due on bill_previews (due_at) where due_at is not null`,
  ];
  for (const statement of statements) await statement.execute(db);
}
