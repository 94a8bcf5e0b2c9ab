import { sql, type Kysely } from 'kysely';

/** Public keys that verify the codes of GST e-invoices (GST-3), and the GSTINs of the organisation (GST-6). */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    sql`create table gst_keys (
      id text primary key,
      kid text,
      fingerprint text not null unique,
      public_key text not null,
      valid_from text not null,
      valid_to text,
      added_by text references people,
      added_at bigint not null,
      version integer not null default 1
    )`,
    sql`alter table organisation add column gstins text[] not null default '{}'`,
  ];
  for (const statement of statements) await statement.execute(db);
}
