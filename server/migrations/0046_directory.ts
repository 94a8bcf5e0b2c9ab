import { sql, type Kysely } from 'kysely';

/** What the directory keeps of a person beside name, address and code, and who keeps it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    sql`alter table people
      add column grade text not null default '',
      add column base_location text not null default '',
      add column joined_on text,
      add column left_on text,
      add column source text not null default 'SCREEN' check (source in ('SCREEN', 'FILE', 'SCIM')),
      add column external_id text`,
    sql`create unique index people_external_id on people (external_id)`,
    sql`create unique index people_code on people (lower(employee_code))`,
    sql`create index people_name on people (lower(name), id)`,
  ];
  for (const statement of statements) await statement.execute(db);
}
