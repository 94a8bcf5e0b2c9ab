import { sql, type Kysely } from 'kysely';

/**
 * Versions of the expense policy beside the specification's, which is the first; and what the policy has a say in of a
 * claim: its further type, and what it was warned of.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    sql`create table policy_state (
      id text primary key check (id = 'POLICY'),
      version integer not null,
      updated_at bigint not null
    )`,
    sql`insert into policy_state (id, version, updated_at) values ('POLICY', 0, 0)`,
    sql`create table policy_versions (
      id text primary key,
      effective_from text not null unique,
      document jsonb not null,
      made_at bigint not null,
      updated_at bigint not null
    )`,
    sql`alter table claims add column further_type text, add column policy_warning text`,
  ];
  for (const statement of statements) await statement.execute(db);
}
