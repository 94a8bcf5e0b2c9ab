import { sql, type RawBuilder } from 'kysely';
import type { Compare } from '../protocol/filter.ts';
import { badRequest } from '../protocol/refusals.ts';

/** Comparisons of a filter as conditions of SQL, in which every value is a parameter (SCIM-5). */

export type Sql = RawBuilder<unknown>;

export const unsupported = (what: string): Error =>
  badRequest('invalidFilter', `This cannot be searched by ${what.slice(0, 80)}.`);

/** A text with the letters that LIKE reads as wildcards taken as letters. */
const literal = (text: string): string => text.replace(/[\\%_]/g, (sign) => `\\${sign}`);

export const textOf = ({ compValue }: Compare): string => String(compValue ?? '');

/** Compares a column of text; `fold`: the column is in lower case. */
export function compareText(column: Sql, compare: Compare, fold: boolean): Sql {
  const text = fold ? textOf(compare).toLowerCase() : textOf(compare);
  switch (compare.op) {
    case 'eq':
      return sql`${column} = ${text}`;
    case 'ne':
      return sql`${column} is distinct from ${text}`;
    case 'co':
      return sql`${column} like ${`%${literal(text)}%`}`;
    case 'sw':
      return sql`${column} like ${`${literal(text)}%`}`;
    case 'ew':
      return sql`${column} like ${`%${literal(text)}`}`;
    default:
      throw unsupported(compare.op);
  }
}

/** All of these conditions, or one of them. */
export const among = (conditions: readonly Sql[], op: 'and' | 'or'): Sql =>
  sql`(${sql.join(conditions, op === 'and' ? sql` and ` : sql` or `)})`;

/** The opposite; what is not known is not so. */
export const opposite = (condition: Sql): Sql => sql`not coalesce(${condition}, false)`;

/** An order that is ever the same: what is alike stands by its id. */
export const ordered = (column: Sql, descending: boolean, id: Sql): Sql =>
  descending ? sql`${column} desc nulls last, ${id}` : sql`${column} nulls last, ${id}`;
