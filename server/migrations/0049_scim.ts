import { sql, type Kysely } from 'kysely';

/**
 * What a SCIM client says of people and groups (SCIM-1). `attributes` is a user as it was sent, so that the client is
 * told the same again; the directory's own columns are what counts. `manager_ref` names a manager who is not here yet.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    // Null: all that an identity provider may say of a person.
    sql`alter table people add column kept_fields text[]`,
    sql`create table scim_users (
      person_id text primary key references people,
      user_name text not null,
      attributes jsonb not null,
      manager_ref text,
      deleted_at bigint
    )`,
    sql`create unique index scim_users_name on scim_users (lower(user_name)) where deleted_at is null`,
    // For what begins with a text, whatever the collation of the database.
    sql`create index scim_users_name_begins on scim_users (lower(user_name) text_pattern_ops)`,
    sql`create index scim_users_manager_ref on scim_users (lower(manager_ref)) where manager_ref is not null`,
    sql`create index people_email_begins on people (email text_pattern_ops)`,
    sql`create index people_code_begins on people (lower(employee_code) text_pattern_ops)`,
    sql`create index people_name_begins on people (lower(name) text_pattern_ops)`,
    sql`create index people_updated on people (updated_at, id)`,
    sql`create table scim_groups (
      id text primary key,
      display_name text not null,
      external_id text,
      roles text[] not null default '{}',
      version integer not null default 1,
      created_at bigint not null,
      updated_at bigint not null
    )`,
    sql`create unique index scim_groups_name on scim_groups (lower(display_name))`,
    sql`create index scim_groups_external_id on scim_groups (external_id)`,
    sql`create table scim_group_members (
      group_id text not null references scim_groups on delete cascade,
      person_id text not null references people,
      primary key (group_id, person_id)
    )`,
    sql`create index scim_group_members_person on scim_group_members (person_id)`,
  ];
  for (const statement of statements) await statement.execute(db);
}
