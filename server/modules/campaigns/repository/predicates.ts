import { sql, type RawBuilder } from 'kysely';
import type { Bucket } from '#contract/campaignOptions.ts';
import { addDays, type Day } from '#domain/dates.ts';
import { dayNumber, type ColumnName } from './columns.ts';

/** What can be asked of a column, in SQL and of its numbers side by side (CAMP-27). */

export type Sql = RawBuilder<unknown>;

/** What is asked of one column, value by value; of a column of lists: of any of its values. */
interface ColumnPart {
  column: ColumnName;
  holds: (value: number) => boolean;
}
/** Ids of companies, which only the database can find; `not`: all others. */
export interface CompaniesPart {
  companies: Sql;
  not: boolean;
}
type ConditionPart = ColumnPart | CompaniesPart;

/** The same question twice: in SQL, and of columns of numbers, true where any part is. Null: only SQL can ask it. */
export interface Condition {
  where: Sql;
  parts: readonly ConditionPart[] | null;
}

const ints = (values: readonly number[]): Sql => sql`${sql.lit(`{${values.join(',')}}`)}::integer[]`;
const number = (value: number): Sql => sql.lit(value);
export const either = (conditions: readonly Condition[]): Condition => ({
  where: sql`(${sql.join(
    conditions.map(({ where }) => where),
    sql` or `,
  )})`,
  parts: conditions.some(({ parts }) => parts === null) ? null : conditions.flatMap(({ parts }) => parts ?? []),
});
export const asked = (column: ColumnName, where: Sql, holds: ColumnPart['holds']): Condition => ({
  where,
  parts: [{ column, holds }],
});
const among = (codes: readonly number[]): ColumnPart['holds'] => {
  const known = new Set(codes);
  return (value) => known.has(value);
};
export const isOne = (column: ColumnName, codes: readonly number[]): Condition =>
  asked(column, sql`${sql.ref(column)} = any(${ints(codes)})`, among(codes));
export const hasBit = (column: ColumnName, bits: number): Condition =>
  asked(column, sql`(${sql.ref(column)} & ${number(bits)}) <> 0`, (value) => (value & bits) !== 0);
export const shares = (column: ColumnName, codes: readonly number[]): Condition =>
  asked(column, sql`${sql.ref(column)} && ${ints(codes)}`, among(codes));
export const isAbove = (column: ColumnName, least: number): Condition =>
  asked(column, sql`${sql.ref(column)} > ${number(least)}`, (value) => value > least);
export const inBuckets = (column: ColumnName, buckets: readonly Bucket[], chosen: readonly string[]): Condition =>
  either(
    buckets
      .filter(({ value }) => chosen.includes(value))
      .map(({ from, to }) =>
        to === null
          ? asked(column, sql`${sql.ref(column)} >= ${number(from)}`, (value) => value >= from)
          : asked(
              column,
              sql`${sql.ref(column)} between ${number(from)} and ${number(to)}`,
              (value) => value >= from && value <= to,
            ),
      ),
  );
export const daysAgo = (today: Day, days: number): { date: Sql; at: number } => ({
  date: sql`${sql.lit(today)}::date - ${number(days)}`,
  at: dayNumber(addDays(today, -days)),
});
export const isYes = (column: ColumnName, choice: string | null): Condition | null =>
  choice === 'YES'
    ? asked(column, sql`${sql.ref(column)}`, (value) => value !== 0)
    : choice === 'NO'
      ? asked(column, sql`not ${sql.ref(column)}`, (value) => value === 0)
      : null;
