import { sql } from 'kysely';
import type { Compare, Filter } from '../protocol/filter.ts';
import { ENTERPRISE } from '../protocol/names.ts';
import { plainName } from '../protocol/query.ts';
import { badRequest } from '../protocol/refusals.ts';
import { among, compareText, opposite, ordered, textOf, unsupported, type Sql } from './texts.ts';

/** Filters of users as conditions of SQL (SCIM-5). */

/** Null: whether there is a value at all. */
type Condition = (compare: Compare | null) => Sql;

const ofText =
  (column: Sql, fold = true): Condition =>
  (compare) =>
    compare === null ? sql`coalesce(${column}, '') <> ''` : compareText(column, compare, fold);

/**
 * The userName of whom no client knows is the address. As a list of ids, so that each half is found by its own index.
 */
const ofUserName: Condition = (compare) => {
  if (compare === null) return sql`true`;
  if (compare.op === 'ne') return sql`not (${ofUserName({ ...compare, op: 'eq' })})`;
  return sql`p.id = any(array(
    select u.person_id from scim_users u where ${compareText(sql`lower(u.user_name)`, compare, true)}
      and u.deleted_at is null
    union all select e.id from people e where ${compareText(sql`e.email`, compare, true)}
      and not exists (select 1 from scim_users k where k.person_id = e.id)))`;
};

const ofFlag =
  (column: Sql): Condition =>
  (compare) => {
    if (compare === null) return sql`true`;
    const text = textOf(compare).toLowerCase();
    if ((text !== 'true' && text !== 'false') || (compare.op !== 'eq' && compare.op !== 'ne'))
      throw unsupported('that comparison');
    return (text === 'true') === (compare.op === 'eq') ? column : sql`not (${column})`;
  };

const MOMENTS = { gt: sql`>`, ge: sql`>=`, lt: sql`<`, le: sql`<=`, eq: sql`=` } as const;

const ofMoment =
  (column: Sql): Condition =>
  (compare) => {
    if (compare === null) return sql`true`;
    const at = Date.parse(textOf(compare));
    const sign = Object.hasOwn(MOMENTS, compare.op) ? MOMENTS[compare.op as keyof typeof MOMENTS] : undefined;
    if (Number.isNaN(at) || sign === undefined) throw unsupported('that time');
    return sql`${column} ${sign} ${at}`;
  };

/** The one address of the directory, which is that of type work and the primary one. */
const constant =
  (is: string): Condition =>
  (compare) =>
    compare === null || (compare.op === 'eq') === (textOf(compare).toLowerCase() === is) ? sql`true` : sql`false`;

const email = ofText(sql`p.email`);
const name = ofText(sql`lower(p.name)`);
const extension = ENTERPRISE.toLowerCase();

const ATTRIBUTES: ReadonlyMap<string, Condition> = new Map([
  ['id', ofText(sql`p.id`, false)],
  ['externalid', ofText(sql`p.external_id`, false)],
  ['username', ofUserName],
  ['displayname', name],
  ['name.formatted', name],
  ['emails', email],
  ['emails.value', email],
  ['emails.type', constant('work')],
  ['emails.primary', constant('true')],
  ['active', ofFlag(sql`not p.disabled`)],
  [`${extension}:employeenumber`, ofText(sql`lower(p.employee_code)`)],
  [`${extension}:costcenter`, ofText(sql`lower(p.cost_centre)`)],
  [`${extension}:manager`, ofText(sql`p.manager_id`, false)],
  [`${extension}:manager.value`, ofText(sql`p.manager_id`, false)],
  ['meta.lastmodified', ofMoment(sql`p.updated_at`)],
  ['meta.created', ofMoment(sql`p.created_at`)],
]);

/** The condition of a filter; `prefix`: of the values of that attribute. Throws `invalidFilter`. */
export function conditionOf(filter: Filter, prefix = ''): Sql {
  switch (filter.op) {
    case 'and':
    case 'or':
      return among(
        filter.filters.map((each) => conditionOf(each, prefix)),
        filter.op,
      );
    case 'not':
      return opposite(conditionOf(filter.filter, prefix));
    case '[]':
      if (prefix !== '') throw unsupported(filter.attrPath);
      return conditionOf(filter.valFilter, `${plainName(filter.attrPath)}.`);
    default: {
      const condition = ATTRIBUTES.get(prefix + plainName(filter.attrPath));
      if (!condition) throw unsupported(filter.attrPath);
      return condition(filter.op === 'pr' ? null : filter);
    }
  }
}

const ORDERS: ReadonlyMap<string, Sql> = new Map([
  ['id', sql`p.id`],
  ['username', sql`lower(coalesce(s.user_name, p.email))`],
  ['externalid', sql`p.external_id`],
  ['displayname', sql`lower(p.name)`],
  ['name.formatted', sql`lower(p.name)`],
  ['emails', sql`p.email`],
  ['emails.value', sql`p.email`],
  ['active', sql`not p.disabled`],
  [`${extension}:employeenumber`, sql`lower(p.employee_code)`],
  ['meta.lastmodified', sql`p.updated_at`],
  ['meta.created', sql`p.created_at`],
]);

/** The order of a list. Throws for an attribute that it cannot be in the order of. */
export function orderOf(sortBy: string | null, descending: boolean): Sql {
  const column = ORDERS.get(sortBy ?? 'id');
  if (!column) throw badRequest('invalidValue', `This cannot be sorted by ${(sortBy ?? '').slice(0, 80)}.`);
  return ordered(column, descending, sql`p.id`);
}
