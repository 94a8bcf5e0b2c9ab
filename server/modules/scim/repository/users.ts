import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Tables } from '#server/platform/database/tables.ts';
import type { Document } from '../protocol/document.ts';

/** A person as a SCIM client sees them. */
export interface UserRow {
  id: string;
  name: string;
  email: string;
  employee_code: string;
  cost_centre: string;
  disabled: boolean;
  external_id: string | null;
  manager_id: string | null;
  manager_name: string | null;
  created_at: number;
  updated_at: number;
  /** Null: no client has said anything of this person. */
  user_name: string | null;
  attributes: Document | null;
  manager_ref: string | null;
  deleted_at: number | null;
}

const columns = sql`p.id, p.name, p.email, p.employee_code, p.cost_centre, p.disabled, p.external_id, p.manager_id,
  m.name as manager_name, p.created_at, p.updated_at, s.user_name, s.attributes,
  s.manager_ref, s.deleted_at`;
const tables = sql`people p left join scim_users s on s.person_id = p.id left join people m on m.id = p.manager_id`;

/** A person, unless a client has deleted them. */
export async function userById(db: Kysely<Tables>, id: string): Promise<UserRow | undefined> {
  return (await sql<UserRow>`select ${columns} from ${tables} where p.id = ${id} and s.deleted_at is null`.execute(db))
    .rows[0];
}

export interface UserSearch {
  /** Null: everybody. */
  where: RawBuilder<unknown> | null;
  order: RawBuilder<unknown>;
  limit: number;
  offset: number;
}

const foundBy = (where: UserSearch['where']): RawBuilder<unknown> =>
  sql`s.deleted_at is null and ${where ?? sql`true`}`;

/** The statement of a page of people. */
export const foundUsers = ({ where, order, limit, offset }: UserSearch): RawBuilder<UserRow> =>
  sql<UserRow>`select ${columns} from ${tables} where ${foundBy(where)} order by ${order} limit ${limit}
    offset ${offset}`;

/** A page of people, and how many there are in all. */
export async function searchUsers(db: Kysely<Tables>, search: UserSearch): Promise<{ rows: UserRow[]; total: number }> {
  const count = await sql<{ n: number }>`select count(*)::int as n from people p
    left join scim_users s on s.person_id = p.id where ${foundBy(search.where)}`.execute(db);
  const total = count.rows[0]?.n ?? 0;
  if (search.limit === 0 || search.offset >= total) return { rows: [], total };
  return { rows: (await foundUsers(search).execute(db)).rows, total };
}

export interface Taken {
  id: string;
  /** A client has said who this is, and has not deleted them since. */
  owned: boolean;
  deleted: boolean;
}

/** Who has this userName, externalId or address already, in this order: whom a client knows, then others. */
export async function peopleNamed(
  tx: Kysely<Tables>,
  { userName, externalId, email }: { userName: string; externalId: string | null; email: string },
): Promise<Taken[]> {
  const lower = userName.toLowerCase();
  const { rows } = await sql<Taken>`
    select p.id, p.source = 'SCIM' and s.person_id is not null and s.deleted_at is null as owned,
      s.deleted_at is not null as deleted
    from people p left join scim_users s on s.person_id = p.id
    where p.id = any(array(
      select person_id from scim_users where lower(user_name) = ${lower}
      union select id from people where email in (${lower}, ${email})
      union select id from people where external_id = ${externalId}))
    order by (s.person_id is not null and s.deleted_at is null) desc, (lower(s.user_name) = ${lower}) desc nulls last,
      s.deleted_at desc nulls last, p.id`.execute(tx);
  return rows;
}

/** Who at work is named as a manager, in the order in which names count (SCIM-7). */
export async function managerNamed(
  tx: Kysely<Tables>,
  ref: string,
): Promise<{ id: string; email: string } | undefined> {
  const lower = ref.toLowerCase();
  const { rows } = await sql<{ id: string; email: string }>`
    select p.id, p.email from (
      select id, 1 as rank from people where id = ${ref}
      union all select id, 2 from people where external_id = ${ref}
      union all select person_id, 3 from scim_users where lower(user_name) = ${lower} and deleted_at is null
      union all select id, 4 from people where email = ${lower}
      union all select id, 5 from people where lower(employee_code) = ${lower}) f
    join people p on p.id = f.id where not p.disabled order by f.rank limit 1`.execute(tx);
  return rows[0];
}

/** Who waits for this person as a manager. */
export async function waitingFor(tx: Kysely<Tables>, names: readonly string[], most: number): Promise<string[]> {
  const { rows } = await sql<{ person_id: string }>`select person_id from scim_users
    where lower(manager_ref) = any(${names.map((name) => name.toLowerCase())}::text[]) and deleted_at is null
    order by person_id limit ${most}`.execute(tx);
  return rows.map((row) => row.person_id);
}

export interface KeptUser {
  person_id: string;
  user_name: string;
  attributes: string;
  manager_ref: string | null;
}

/** Keeps what a client says of a person, who exists again if they were deleted. */
export async function keepUser(tx: Kysely<Tables>, user: KeptUser): Promise<void> {
  const { person_id: _id, ...changes } = user;
  await tx
    .insertInto('scim_users')
    .values({ ...user, deleted_at: null })
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet({ ...changes, deleted_at: null }))
    .execute();
}

export const forgetManagerRef = (tx: Kysely<Tables>, personId: string): Promise<unknown> =>
  tx.updateTable('scim_users').set({ manager_ref: null }).where('person_id', '=', personId).execute();

/** The person no longer exists for clients; what they said is kept no longer. */
export async function deleteUser(
  tx: Kysely<Tables>,
  { id, userName }: { id: string; userName: string },
  now: number,
): Promise<void> {
  await keepUser(tx, { person_id: id, user_name: userName, attributes: '{}', manager_ref: null });
  await tx.updateTable('scim_users').set({ deleted_at: now }).where('person_id', '=', id).execute();
}

/** The groups of these people, by name. */
export async function groupsOf(
  db: Kysely<Tables>,
  personIds: readonly string[],
): Promise<Map<string, { id: string; display_name: string }[]>> {
  const groups = new Map<string, { id: string; display_name: string }[]>();
  if (personIds.length === 0) return groups;
  const { rows } = await sql<{ person_id: string; id: string; display_name: string }>`
    select person_id, id, display_name from (
      select m.person_id, g.id, g.display_name,
        row_number() over (partition by m.person_id order by lower(g.display_name)) as at
      from scim_group_members m join scim_groups g on g.id = m.group_id
      where m.person_id = any(${[...personIds]}::text[])) f
    where at <= 100 order by person_id, at`.execute(db);
  for (const { person_id, ...group } of rows) groups.set(person_id, [...(groups.get(person_id) ?? []), group]);
  return groups;
}
