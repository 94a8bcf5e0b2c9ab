import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { PersonSource, Role } from '#contract/enums.ts';
import type { Day } from '#domain/dates.ts';
import type { Tables } from '#server/platform/database/tables.ts';

/** The directory as an import reads and writes it: many people at once. */

export interface ImportedRow {
  id: string;
  email: string;
  name: string;
  employee_code: string;
  manager_id: string | null;
  roles: Role[];
  cost_centre: string;
  disabled: boolean;
  grade: string;
  base_location: string;
  joined_on: Day | null;
  source: PersonSource;
}

/** People who are read at once. */
const PAGE = 2_000;

/** Everybody, by id; page by page, for an answer is held whole by the driver and by an embedded database. */
export async function everybody(db: Kysely<Tables>): Promise<ImportedRow[]> {
  const people: ImportedRow[] = [];
  for (let page = PAGE; page === PAGE;) {
    const rows: ImportedRow[] = await db
      .selectFrom('people')
      .select(['id', 'email', 'name', 'employee_code', 'manager_id', 'roles', 'cost_centre', 'disabled'])
      .select(['grade', 'base_location', 'joined_on', 'source'])
      .where('id', '>', people.at(-1)?.id ?? '')
      .orderBy('id')
      .limit(PAGE)
      .execute();
    people.push(...rows);
    page = rows.length;
  }
  return people;
}

/** Rows of a statement: what it carries is held as text, by the driver and by an embedded database. */
const AT_ONCE = 250;

/** Runs a statement over many rows, so many at a time, so that none of them is large. */
export async function inChunks<Row>(
  rows: readonly Row[],
  run: (some: readonly Row[]) => Promise<unknown>,
): Promise<void> {
  for (let at = 0; at < rows.length; at += AT_ONCE) await run(rows.slice(at, at + AT_ONCE));
}

const given = (rows: readonly object[]): RawBuilder<unknown> =>
  sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) r (id text, email text, name text, employee_code text,
    manager_id text, roles text[], cost_centre text, disabled boolean, grade text, base_location text, joined_on text,
    source text)`;

/** Puts people in; a manager stands before whoever reports to them. */
export const insertPeople = (tx: Kysely<Tables>, rows: readonly ImportedRow[], now: number): Promise<void> =>
  inChunks(rows, (some) =>
    sql`insert into people (id, email, name, employee_code, manager_id, roles, cost_centre, disabled, grade,
        base_location, joined_on, source, created_at, updated_at)
      select r.id, r.email, r.name, r.employee_code, r.manager_id, r.roles, r.cost_centre, r.disabled, r.grade,
        r.base_location, r.joined_on, r.source, ${now}::bigint, ${now}::bigint
      from ${given(some)}`.execute(tx),
  );

/** Writes everything of these people but their managers. */
export const updatePeople = (tx: Kysely<Tables>, rows: readonly ImportedRow[], now: number): Promise<void> =>
  inChunks(rows, (some) =>
    sql`update people p set email = r.email, name = r.name, employee_code = r.employee_code, roles = r.roles,
        cost_centre = r.cost_centre, grade = r.grade, base_location = r.base_location, joined_on = r.joined_on,
        source = r.source, updated_at = ${now}::bigint
      from ${given(some)} where p.id = r.id`.execute(tx),
  );

export const updateManagers = (
  tx: Kysely<Tables>,
  rows: readonly { id: string; manager_id: string | null }[],
  now: number,
): Promise<void> =>
  inChunks(rows, (some) =>
    sql`update people p set manager_id = r.manager_id, updated_at = ${now}::bigint
      from ${given(some)} where p.id = r.id`.execute(tx),
  );

export const updateRoles = (
  tx: Kysely<Tables>,
  rows: readonly { id: string; roles: readonly Role[] }[],
  now: number,
): Promise<void> =>
  inChunks(rows, (some) =>
    sql`update people p set roles = r.roles, updated_at = ${now}::bigint
      from ${given(some)} where p.id = r.id`.execute(tx),
  );
