import { sql, type Kysely, type RawBuilder, type Updateable } from 'kysely';
import type { Role } from '#contract/enums.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import type { ScimTables } from '#server/platform/database/tables/scimTables.ts';

export interface GroupRow {
  id: string;
  display_name: string;
  external_id: string | null;
  roles: Role[];
  version: number;
  created_at: number;
  updated_at: number;
}

export const groupById = (db: Kysely<Tables>, id: string): Promise<GroupRow | undefined> =>
  db.selectFrom('scim_groups').selectAll().where('id', '=', id).executeTakeFirst();

/** The same, kept from everybody else's changes until the transaction ends. */
export const lockGroup = (tx: Kysely<Tables>, id: string): Promise<GroupRow | undefined> =>
  tx.selectFrom('scim_groups').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

/** One transaction at a time changes groups and what they give: the roles of a person follow from all of theirs. */
export const holdGroups = (tx: Kysely<Tables>): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtextextended('scim groups', 0))`.execute(tx);

export const groupNamed = (tx: Kysely<Tables>, name: string): Promise<{ id: string } | undefined> =>
  tx
    .selectFrom('scim_groups')
    .select('id')
    .where(sql<string>`lower(display_name)`, '=', name.toLowerCase())
    .executeTakeFirst();

export const countGroups = async (db: Kysely<Tables>): Promise<number> =>
  (await sql<{ n: number }>`select count(*)::int as n from scim_groups`.execute(db)).rows[0]?.n ?? 0;

export const insertGroup = (tx: Kysely<Tables>, group: Omit<GroupRow, 'roles' | 'version'>): Promise<unknown> =>
  tx.insertInto('scim_groups').values(group).execute();

export const writeGroup = (
  tx: Kysely<Tables>,
  { id, version }: Pick<GroupRow, 'id' | 'version'>,
  changes: Updateable<ScimTables['scim_groups']>,
): Promise<unknown> =>
  tx
    .updateTable('scim_groups')
    .set({ ...changes, version: version + 1 })
    .where('id', '=', id)
    .execute();

export const removeGroupRow = (tx: Kysely<Tables>, id: string): Promise<unknown> =>
  tx.deleteFrom('scim_groups').where('id', '=', id).execute();

/** Which of these are people whom clients may name. */
export async function knownPeople(tx: Kysely<Tables>, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`select p.id from people p where p.id = any(${[...ids]}::text[])
    and not exists (select 1 from scim_users s where s.person_id = p.id and s.deleted_at is not null)`.execute(tx);
  return new Set(rows.map((row) => row.id));
}

/** Puts people into a group; answers those who were not in it. */
export async function addMembers(tx: Kysely<Tables>, groupId: string, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ person_id: string }>`insert into scim_group_members (group_id, person_id)
    select ${groupId}, id from unnest(${[...ids]}::text[]) id order by id on conflict do nothing
    returning person_id`.execute(tx);
  return rows.map((row) => row.person_id);
}

/** Takes people out of a group; answers those who were in it. */
export async function removeMembers(tx: Kysely<Tables>, groupId: string, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ person_id: string }>`delete from scim_group_members
    where group_id = ${groupId} and person_id = any(${[...ids]}::text[]) returning person_id`.execute(tx);
  return rows.map((row) => row.person_id);
}

export async function memberIds(tx: Kysely<Tables>, groupId: string): Promise<string[]> {
  const rows = await tx.selectFrom('scim_group_members').select('person_id').where('group_id', '=', groupId).execute();
  return rows.map((row) => row.person_id);
}

export async function groupIdsOf(tx: Kysely<Tables>, personId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('scim_group_members')
    .select('group_id')
    .where('person_id', '=', personId)
    .orderBy('group_id')
    .execute();
  return rows.map((row) => row.group_id);
}

export const countMembers = async (tx: Kysely<Tables>, groupId: string): Promise<number> =>
  (await sql<{ n: number }>`select count(*)::int as n from scim_group_members where group_id = ${groupId}`.execute(tx))
    .rows[0]?.n ?? 0;

/** What their groups give to these people now. */
export async function givenTo(tx: Kysely<Tables>, ids: readonly string[]): Promise<Map<string, Role[]>> {
  const { rows } = await sql<{ person_id: string; roles: Role[] }>`
    select m.person_id, array_agg(distinct r.role) as roles
    from scim_group_members m join scim_groups g on g.id = m.group_id, unnest(g.roles) r (role)
    where m.person_id = any(${[...ids]}::text[]) group by m.person_id`.execute(tx);
  return new Map(rows.map(({ person_id, roles }) => [person_id, roles]));
}

/**
 * The members of groups as JSON, made by the database: a group of everybody has one object for each of 20,000 people,
 * which the main thread would be busy with (S1).
 */
export async function membersJson(db: Kysely<Tables>, groupIds: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ group_id: string; members: string }>`
    select group_id, string_agg('{"value":' || to_json(person_id) || ',"type":"User"}', ',' order by person_id)
      as members
    from scim_group_members where group_id = any(${[...groupIds]}::text[]) group by group_id`.execute(db);
  return new Map(rows.map(({ group_id, members }) => [group_id, members]));
}

interface GroupSearch {
  /** Null: all. */
  where: RawBuilder<unknown> | null;
  order: RawBuilder<unknown>;
  limit: number;
  offset: number;
}

/** A page of groups with the number of their members, and how many groups there are in all. */
export async function searchGroups(
  db: Kysely<Tables>,
  { where: found, order, limit, offset }: GroupSearch,
): Promise<{ rows: (GroupRow & { members: number })[]; total: number }> {
  const where = found ?? sql`true`;
  const count = await sql<{ n: number }>`select count(*)::int as n from scim_groups g where ${where}`.execute(db);
  const total = count.rows[0]?.n ?? 0;
  if (limit === 0 || offset >= total) return { rows: [], total };
  const page = await sql<GroupRow & { members: number }>`select g.*,
      (select count(*)::int from scim_group_members m where m.group_id = g.id) as members
    from scim_groups g where ${where} order by ${order} limit ${limit} offset ${offset}`.execute(db);
  return { rows: page.rows, total };
}

/** All groups by name. */
export const BY_NAME = { where: null, order: sql`lower(g.display_name), g.id` };
