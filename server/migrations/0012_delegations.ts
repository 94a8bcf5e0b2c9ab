import { sql, type Kysely } from 'kysely';

/**
 * Who stands in for which manager, from which day to which; asked for with every session, so found by an index that
 * holds what still counts.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    sql`create table delegations (
      id text primary key,
      manager_id text not null references people (id),
      stand_in_id text not null references people (id) check (stand_in_id <> manager_id),
      from_day text not null,
      to_day text not null check (to_day >= from_day),
      created_by text not null references people (id),
      ended_at bigint,
      ended_by text references people (id),
      version integer not null default 1,
      creation_key text,
      created_at bigint not null,
      updated_at bigint not null
    )`,
    sql`create unique index delegations_creation_key on delegations (created_by, creation_key)`,
    sql`create index delegations_stand_in on delegations (stand_in_id, to_day)`,
    sql`create index delegations_manager on delegations (manager_id, to_day)`,
  ];
  for (const statement of statements) await statement.execute(db);
}
