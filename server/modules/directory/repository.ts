import { sql, type Insertable, type Kysely, type RawBuilder, type Updateable } from 'kysely';
import type { PersonSource, Role } from '#contract/enums.ts';
import type { Day } from '#domain/dates.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { below } from '#server/modules/people/index.ts';
import type { PeopleTable } from '#server/platform/database/tables/peopleTables.ts';

/** A person of the directory with the names around them. */
export interface DirectoryRowOf {
  id: string;
  name: string;
  email: string;
  employee_code: string;
  manager_id: string | null;
  manager_name: string | null;
  manager_email: string | null;
  roles: Role[];
  disabled: boolean;
  cost_centre: string;
  grade: string;
  base_location: string;
  source: PersonSource;
}

export interface WholePersonRow extends DirectoryRowOf {
  joined_on: Day | null;
  left_on: Day | null;
  external_id: string | null;
  kept_fields: string[] | null;
  last_seen_at: number | null;
  version: number;
}

const listed = sql`p.id, p.name, p.email, p.employee_code, p.manager_id, m.name as manager_name,
  m.email as manager_email, p.roles, p.disabled, p.cost_centre, p.grade, p.base_location, p.source`;
const whole = sql`${listed}, p.joined_on, p.left_on, p.external_id, p.kept_fields,
  (select max(s.last_used_at) from sessions s where s.person_id = p.id) as last_seen_at,
  coalesce((select max(a.version) from audit_log a where a.record_id = p.id), 0) as version`;

/** What the list of people is narrowed by. */
export interface DirectorySearch {
  /** Each must stand in name, address or code. */
  words: readonly string[];
  roles?: readonly Role[] | undefined;
  disabled?: boolean | undefined;
  costCentres?: readonly string[] | undefined;
  /** Of this manager; null: of nobody, or in a circle. */
  managerId?: string | null | undefined;
  /** Only who is below this manager. */
  belowId?: string | undefined;
  limit: number;
  offset: number;
}

/**
 * Managers who are above themselves. Circles are refused (ORG-3), but what came before that rule, such as two at the
 * top who decide for each other, must be found from the top all the same.
 */
const inCircle = sql`p.id in (
  with recursive above (start, id) as (
    select m.id, m.manager_id from people m
    where m.manager_id is not null and exists (select 1 from people r where r.manager_id = m.id)
    union
    select above.start, m.manager_id from above join people m on m.id = above.id where m.manager_id is not null
  )
  select start from above where start = id)`;

/** A text with the letters that LIKE reads as wildcards taken as letters. */
const literal = (text: string): string => text.replace(/[\\%_]/g, (sign) => `\\${sign}`);

function conditionsOf(search: DirectorySearch): RawBuilder<unknown> {
  const conditions = search.words.map((word) => {
    const pattern = `%${literal(word)}%`;
    return sql`(p.name ilike ${pattern} or p.email ilike ${pattern} or p.employee_code ilike ${pattern})`;
  });
  if (search.roles) conditions.push(sql`p.roles && ${[...search.roles]}::text[]`);
  if (search.disabled !== undefined) conditions.push(sql`p.disabled = ${search.disabled}`);
  if (search.costCentres)
    conditions.push(sql`lower(p.cost_centre) = any(${search.costCentres.map((each) => each.toLowerCase())}::text[])`);
  if (search.managerId === null) conditions.push(sql`(p.manager_id is null or ${inCircle})`);
  else if (search.managerId !== undefined) conditions.push(sql`p.manager_id = ${search.managerId}`);
  if (search.belowId !== undefined) conditions.push(sql`p.id in (${below(search.belowId)} select id from below)`);
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
}

/** A page of the directory by name, and how many there are in all. */
export async function searchDirectory(
  db: Kysely<Tables>,
  search: DirectorySearch,
): Promise<{ rows: DirectoryRowOf[]; total: number }> {
  const where = conditionsOf(search);
  const rows = await sql<DirectoryRowOf>`select ${listed} from people p left join people m on m.id = p.manager_id
    where ${where} order by lower(p.name), p.id limit ${search.limit} offset ${search.offset}`.execute(db);
  const total = await sql<{ n: number }>`select count(*)::int as n from people p where ${where}`.execute(db);
  return { rows: rows.rows, total: total.rows[0]?.n ?? 0 };
}

export const wholePerson = async (db: Kysely<Tables>, id: string): Promise<WholePersonRow | undefined> =>
  (
    await sql<WholePersonRow>`select ${whole} from people p left join people m on m.id = p.manager_id
      where p.id = ${id}`.execute(db)
  ).rows[0];

/** The same, kept from everybody else's changes until the transaction ends. */
export async function lockPerson(tx: Kysely<Tables>, id: string): Promise<WholePersonRow | undefined> {
  const found = await tx.selectFrom('people').select('id').where('id', '=', id).forUpdate().executeTakeFirst();
  return found && wholePerson(tx, id);
}

/** Who has this address or this code, whatever its case, beside `exceptId`. */
export async function peopleLike(
  db: Kysely<Tables>,
  { email, employeeCode }: { email: string; employeeCode: string },
  exceptId: string | null,
): Promise<{ id: string; name: string; email: string; employee_code: string }[]> {
  return (
    await sql<{ id: string; name: string; email: string; employee_code: string }>`
      select id, name, email, employee_code from people
      where (email = ${email} or lower(employee_code) = ${employeeCode.toLowerCase()})
        and id is distinct from ${exceptId}`.execute(db)
  ).rows;
}

/** The roles of these people, locked in the order of their ids. */
export const lockRoles = (
  tx: Kysely<Tables>,
  ids: readonly string[],
): Promise<{ id: string; roles: Role[]; disabled: boolean }[]> =>
  tx
    .selectFrom('people')
    .select(['id', 'roles', 'disabled'])
    .where(sql<boolean>`id = any(${[...ids]}::text[])`)
    .orderBy('id')
    .forUpdate()
    .execute();

/** Names of these people, in the order of the ids. */
export async function namesOf(db: Kysely<Tables>, ids: readonly string[]): Promise<{ id: string; name: string }[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('people')
    .select(['id', 'name'])
    .where('id', 'in', [...ids])
    .execute();
  const names = new Map(rows.map((row) => [row.id, row.name]));
  return ids.map((id) => ({ id, name: names.get(id) ?? '' }));
}

/** Who reports to this person at work, and how many stand-ins of the person, or by them, count today or later. */
export async function lineOf(
  db: Kysely<Tables>,
  id: string,
  today: Day,
): Promise<{ reports: number; standIns: number }> {
  const { rows } = await sql<{ reports: number; standIns: number }>`select
    (select count(*)::int from people where manager_id = ${id} and not disabled) as reports,
    (select count(*)::int from delegations where (manager_id = ${id} or stand_in_id = ${id}) and ended_at is null
      and to_day >= ${today}) as "standIns"`.execute(db);
  return rows[0] ?? { reports: 0, standIns: 0 };
}

export const insertRow = (tx: Kysely<Tables>, row: Insertable<PeopleTable>): Promise<unknown> =>
  tx.insertInto('people').values(row).execute();

export const writeRow = (tx: Kysely<Tables>, id: string, changes: Updateable<PeopleTable>): Promise<unknown> =>
  tx.updateTable('people').set(changes).where('id', '=', id).execute();
