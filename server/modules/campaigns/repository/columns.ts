import { sql, type RawBuilder } from 'kysely';
import { daysBetween, type Day } from '#domain/dates.ts';

/** Which columns of companies `c` and contacts `k` are kept as numbers in a row each, and how (CAMP-27). */

/** Ids of companies in a part: as the triggers of `market_changes` have it. */
export const MARKET_PART = 4_096;
/** Counts up with every change of what is kept or how: parts of another format are not read. */
export const FORMAT = 1;

/** `number`: also codes, bits, yes and no. `list`: several numbers, or none. */
type Kind = 'number' | 'day' | 'list' | 'place';

/** `c.contacts` and `c.id` are for walking through the contacts, and for finding a company. */
export const COLUMNS = {
  'c.contacts': 'number',
  'c.id': 'place',
  'c.turnover': 'number',
  'c.company_type': 'number',
  'c.org_status': 'number',
  'c.priority': 'number',
  'c.industry': 'number',
  'c.sub_industry': 'number',
  'c.activity_score': 'number',
  'c.procurement_types': 'number',
  'c.procurement_sources': 'number',
  'c.has_gst': 'number',
  'c.is_existing': 'number',
  'c.business_lines': 'number',
  'c.location': 'number',
  'c.bids': 'number',
  'c.last_called_on': 'day',
  'c.sectors_participated': 'list',
  'c.sectors_won': 'list',
  'c.sectors_lost': 'list',
  'k.seniority': 'number',
  'k.mail': 'number',
  'k.mobile': 'number',
  'k.disposition': 'number',
  'k.last_targeted_on': 'day',
  'k.last_active_on': 'day',
  'k.views': 'number',
  'k.downloads': 'number',
  'k.searches': 'number',
  'k.plan': 'number',
  'k.utm_source': 'number',
  'k.utm_medium': 'number',
  'k.utm_content': 'number',
  'k.utm_campaign': 'number',
  'k.is_verified': 'number',
  'k.is_company_domain': 'number',
  'k.sectors': 'list',
} as const satisfies Record<string, Kind>;
export type ColumnName = keyof typeof COLUMNS;
export const COLUMN_NAMES = Object.keys(COLUMNS) as ColumnName[];

/** A list's values stand in a row under the column's name, and under this one how many each has. */
export const sizesOf = (column: ColumnName): string => `${column} sizes`;

/** '-infinity' as a day's number. */
export const NEVER = 0;
const DAY_ZERO = '1899-12-31';
/** From 1 on; whatever was before 1900 counts as the first day. */
export const dayNumber = (day: Day): number => Math.max(1, daysBetween(DAY_ZERO, day));

/** A column's value in binary, as the database sends it. */
export function sentAs(column: ColumnName): RawBuilder<unknown> {
  const value = sql.ref(column);
  switch (COLUMNS[column]) {
    case 'number':
      return sql`int4send(${value}::integer)`;
    case 'place':
      return sql`int4send((${value} - 1) % ${sql.lit(MARKET_PART)})`;
    case 'day':
      return sql`int4send(case when isfinite(${value})
        then greatest(1, ${value} - ${sql.lit(DAY_ZERO)}::date) else ${sql.lit(NEVER)} end)`;
    case 'list':
      return sql`array_send(coalesce(${value}, '{}'))`;
  }
}
