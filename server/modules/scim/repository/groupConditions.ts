import { sql } from 'kysely';
import type { Compare, Filter } from '../protocol/filter.ts';
import { plainName } from '../protocol/query.ts';
import { badRequest } from '../protocol/refusals.ts';
import { among, compareText, opposite, ordered, textOf, unsupported, type Sql } from './texts.ts';

/** Filters of groups as conditions of SQL. */

const COLUMNS: ReadonlyMap<string, { column: Sql; fold: boolean }> = new Map([
  ['id', { column: sql`g.id`, fold: false }],
  ['externalid', { column: sql`g.external_id`, fold: false }],
  ['displayname', { column: sql`lower(g.display_name)`, fold: true }],
]);

function compared(name: string, compare: Compare): Sql {
  if (name === 'members' || name === 'members.value') {
    if (compare.op !== 'eq') throw unsupported(compare.op);
    return sql`exists (select 1 from scim_group_members m
      where m.group_id = g.id and m.person_id = ${textOf(compare)})`;
  }
  const found = COLUMNS.get(name);
  if (!found) throw unsupported(name);
  return compareText(found.column, compare, found.fold);
}

/** The condition of a filter of groups; `prefix`: of the values of that attribute. Throws `invalidFilter`. */
export function groupCondition(filter: Filter, prefix = ''): Sql {
  switch (filter.op) {
    case 'and':
    case 'or':
      return among(
        filter.filters.map((each) => groupCondition(each, prefix)),
        filter.op,
      );
    case 'not':
      return opposite(groupCondition(filter.filter, prefix));
    case '[]':
      if (prefix !== '') throw unsupported(filter.attrPath);
      return groupCondition(filter.valFilter, `${plainName(filter.attrPath)}.`);
    case 'pr':
      return sql`true`;
    default:
      return compared(prefix + plainName(filter.attrPath), filter);
  }
}

const ORDERS: ReadonlyMap<string, Sql> = new Map([
  ['id', sql`g.id`],
  ['displayname', sql`lower(g.display_name)`],
  ['externalid', sql`g.external_id`],
  ['meta.lastmodified', sql`g.updated_at`],
  ['meta.created', sql`g.created_at`],
]);

export function groupOrder(sortBy: string | null, descending: boolean): Sql {
  const column = ORDERS.get(sortBy ?? 'id');
  if (!column) throw badRequest('invalidValue', `This cannot be sorted by ${(sortBy ?? '').slice(0, 80)}.`);
  return ordered(column, descending, sql`g.id`);
}
