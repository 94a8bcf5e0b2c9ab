import { sql, type Kysely, type Selectable, type RawBuilder } from 'kysely';
import type { PeopleTable } from '#server/platform/database/tables/peopleTables.ts';
import type { Role } from '#contract/enums.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import type { Actor } from '#server/platform/http/context.ts';

export type PersonRow = Selectable<PeopleTable>;

/** The person a row describes, as services know them. */
export const actorOf = (row: PersonRow & { stands_in_for?: string[] | null }): Actor => ({
  id: row.id,
  email: row.email,
  name: row.name,
  employeeCode: row.employee_code,
  managerId: row.manager_id,
  roles: row.roles,
  exceptionalDate: row.exceptional_date,
  standsInFor: row.stands_in_for ?? [],
});

export const personByEmail = (db: Kysely<Tables>, email: string): Promise<PersonRow | undefined> =>
  db.selectFrom('people').selectAll().where('email', '=', email.toLowerCase()).executeTakeFirst();

/** Somebody at work by employee code, whatever its case. */
export const personByCode = (db: Kysely<Tables>, code: string): Promise<PersonRow | undefined> =>
  db
    .selectFrom('people')
    .selectAll()
    .where(sql<string>`lower(employee_code)`, '=', code.toLowerCase())
    .where('disabled', '=', false)
    .executeTakeFirst();

export const personBySubject = (db: Kysely<Tables>, subject: string): Promise<PersonRow | undefined> =>
  db.selectFrom('people').selectAll().where('subject', '=', subject).executeTakeFirst();

/** Binds the provider's subject to a person who has none yet. False: another request was first. */
export async function bindSubject(tx: Kysely<Tables>, id: string, subject: string, now: number): Promise<boolean> {
  const done = await tx
    .updateTable('people')
    .set({ subject, updated_at: now })
    .where('id', '=', id)
    .where('subject', 'is', null)
    .executeTakeFirst();
  return done.numUpdatedRows === 1n;
}

/** Forgets by which account at a provider a person signs in; the next with their address is bound (SES-46). */
export const forgetSubject = (tx: Kysely<Tables>, id: string, now: number): Promise<unknown> =>
  tx.updateTable('people').set({ subject: null, updated_at: now }).where('id', '=', id).execute();

/** The same of everybody who is bound to another provider than this source; answers how many there were. */
export async function forgetOtherSubjects(tx: Kysely<Tables>, source: string, now: number): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('people')
    .set({ subject: null, updated_at: now })
    .where('subject', 'is not', null)
    .where(sql<boolean>`not starts_with(subject, ${`${source}:`})`)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/**
 * A person's manager of this moment, held: nobody gives them another one before the transaction is over (ACC-19). Call
 * it after whatever locks a trip, a claim or the meals of a day.
 */
export async function heldManagerOf(tx: Kysely<Tables>, id: string): Promise<string | null> {
  return (
    (await tx.selectFrom('people').select('manager_id').where('id', '=', id).forShare().executeTakeFirst())
      ?.manager_id ?? null
  );
}

/**
 * Lets one transaction at a time change who reports to whom, until it ends: each of two changes may be fine by itself
 * and the two together a circle. Take it before reading the lines, and before any row is locked (ACC-20).
 */
export const holdReportingLines = (tx: Kysely<Tables>): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtextextended('reporting lines', 0))`.execute(tx);

/** Ids of the managers above a person, nearest first. A circle in the directory ends the line. */
export async function lineAbove(db: Kysely<Tables>, personId: string): Promise<string[]> {
  const result = await sql<{ id: string }>`
    with recursive line (id, depth, path) as (
      select manager_id, 1, array[id, manager_id] from people where id = ${personId} and manager_id is not null
      union all
      select p.manager_id, line.depth + 1, line.path || p.manager_id from people p join line on p.id = line.id
      where p.manager_id is not null and not p.manager_id = any(line.path)
    )
    select id from line order by depth`.execute(db);
  return result.rows.map((row) => row.id);
}

/** Ids of everybody below a manager. */
export async function lineBelow(db: Kysely<Tables>, managerId: string): Promise<Set<string>> {
  const result = await sql<{ id: string }>`${below(managerId)} select id from below`.execute(db);
  return new Set(result.rows.map((row) => row.id));
}

/** Begins a statement that may read `below (id)`: everybody below a manager, or below several. */
export const below = (manager: string | readonly string[]) => sql`
  with recursive below (id) as (
    select id from people
    where ${typeof manager === 'string' ? sql`manager_id = ${manager}` : sql`manager_id = any(${manager}::text[])`}
    union
    select p.id from people p join below on p.manager_id = below.id
  )`;

export type LookUp = 'name' | 'email' | 'employee_code';

/** A text with the letters that LIKE reads as wildcards taken as letters (LIST-14). */
const literal = (text: string): string => text.replace(/[\\%_]/g, (sign) => `\\${sign}`);

/**
 * Up to 20 people whose field contains the text, whatever the case (LIST-14); `within` limits them to those below these
 * managers.
 */
export async function findPeople(
  db: Kysely<Tables>,
  field: LookUp,
  text: string,
  within: readonly string[] | null,
): Promise<{ name: string; email: string; employeeCode: string }[]> {
  const column = sql.ref(field);
  const pattern = `%${literal(text)}%`;
  const result = await sql<{ name: string; email: string; employeeCode: string }>`
    ${within === null ? sql`` : below(within)}
    select name, email, employee_code as "employeeCode" from people
    where ${column} ilike ${pattern} ${within === null ? sql`` : sql`and id in (select id from below)`}
    order by ${column}, id limit 20`.execute(db);
  return result.rows;
}

/** How people are called and written to, in the order of their names. */
export async function namesAndMails(
  db: Kysely<Tables>,
  ids: readonly string[],
): Promise<{ email: string; name: string }[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom('people')
    .select(['email', 'name'])
    .where('id', 'in', [...ids])
    .orderBy('name')
    .orderBy('id')
    .execute();
}

/** Addresses this person had before, the latest first. */
export async function formerEmails(db: Kysely<Tables>, personId: string, most: number): Promise<string[]> {
  const rows = await db
    .selectFrom('former_addresses')
    .select('email')
    .where('person_id', '=', personId)
    .orderBy('until', 'desc')
    .orderBy('email')
    .limit(most)
    .execute();
  return rows.map(({ email }) => email);
}

/** Whether nobody else had this address before. */
export async function isSoleAddress(db: Kysely<Tables>, personId: string, email: string): Promise<boolean> {
  return (
    (await db
      .selectFrom('former_addresses')
      .select('person_id')
      .where('email', '=', email)
      .where('person_id', '<>', personId)
      .limit(1)
      .executeTakeFirst()) === undefined
  );
}

export const personById = (db: Kysely<Tables>, id: string): Promise<PersonRow | undefined> =>
  db.selectFrom('people').selectAll().where('id', '=', id).executeTakeFirst();

/** The same, kept from everybody else's changes until the transaction ends. */
export const lockedPersonById = (tx: Kysely<Tables>, id: string): Promise<PersonRow | undefined> =>
  tx.selectFrom('people').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

/** Ids and addresses of these people, by name. */
export const addressesOf = (db: Kysely<Tables>, ids: readonly string[]): Promise<Pick<PersonRow, 'id' | 'email'>[]> =>
  db
    .selectFrom('people')
    .select(['id', 'email'])
    .where('id', 'in', [...ids])
    .orderBy('name')
    .orderBy('id')
    .execute();

const among = (ids: readonly string[]): RawBuilder<boolean> => sql<boolean>`id = any(${ids}::text[])`;

/** The managers of these people, by id, locked until the transaction ends. */
export const lockManagersOf = (
  tx: Kysely<Tables>,
  ids: readonly string[],
): Promise<Pick<PersonRow, 'id' | 'manager_id'>[]> =>
  tx.selectFrom('people').select(['id', 'manager_id']).where(among(ids)).orderBy('id').forUpdate().execute();

export async function writeManagers(
  tx: Kysely<Tables>,
  ids: readonly string[],
  managerId: string,
  now: number,
): Promise<void> {
  if (ids.length === 0) return;
  await tx.updateTable('people').set({ manager_id: managerId, updated_at: now }).where(among(ids)).execute();
}

/** The organisation admins at work. */
export const organisationAdmins = (db: Kysely<Tables>): Promise<Pick<PersonRow, 'id' | 'email'>[]> =>
  db
    .selectFrom('people')
    .select(['id', 'email'])
    .where(sql<boolean>`'orgAdmin' = any(roles) and not disabled`)
    .orderBy('id')
    .execute();

/**
 * How many organisation admins are at work beside this one. Nobody else takes the role from one, or lets one leave,
 * before the transaction is over (ORG-5). Take it after the reporting lines and after the person's row.
 */
export async function otherOrgAdmins(tx: Kysely<Tables>, exceptId: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended('organisation admins', 0))`.execute(tx);
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from people
    where 'orgAdmin' = any(roles) and not disabled and id <> ${exceptId}`.execute(tx);
  return rows[0]?.n ?? 0;
}

/** Writes a person's roles, and answers the version that the person had in the log. */
export async function writeRoles(tx: Kysely<Tables>, id: string, roles: Role[], now: number): Promise<number> {
  await tx.updateTable('people').set({ roles, updated_at: now }).where('id', '=', id).execute();
  const { rows } = await sql<{ version: number }>`
    select coalesce(max(version), 0)::int as version from audit_log where record_id = ${id}`.execute(tx);
  return rows[0]?.version ?? 0;
}

export async function writeEmail(tx: Kysely<Tables>, id: string, email: string, now: number): Promise<void> {
  await tx.updateTable('people').set({ email, updated_at: now }).where('id', '=', id).execute();
}

/**
 * Of the claims or trips named `table`: those whose manager's stage this person decided, also on behalf of others
 * (ACC-21). They are in the queues of their own reports and of managers they stood in for, and only those are searched.
 */
export const decidedBy = (personId: string, table: string): RawBuilder<unknown> => sql`
  ${sql.ref(`${table}.manager_id`)} in (select ${personId} union all select d.manager_id from delegations d
    where d.stand_in_id = ${personId})
  and ${sql.ref(`${table}.manager_decided_by`)} = ${personId}`;
