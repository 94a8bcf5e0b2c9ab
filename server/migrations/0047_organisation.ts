import { sql, type Kysely } from 'kysely';

/** What the organisation is called, and the links by which its first admin sets it up. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    sql`create table organisation (
      id text primary key check (id = '1'),
      name text not null,
      version integer not null default 1,
      updated_at bigint not null
    )`,
    sql`insert into organisation (id, name, updated_at) values ('1', 'Kharcha', 0)`,
    sql`create table setup_links (
      token_hash text primary key,
      created_at bigint not null,
      used_at bigint
    )`,
  ];
  for (const statement of statements) await statement.execute(db);
}
