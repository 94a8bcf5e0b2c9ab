import { sql, type RawBuilder } from 'kysely';
import type { Day } from '#domain/dates.ts';

export type Condition = RawBuilder<unknown>;

export interface DayRange {
  from: Day | null;
  to: Day | null;
}

export interface MomentRange {
  from: number | null;
  to: number | null;
}

/** One value is compared plainly: an index then still gives its order. */
export const oneOf = (column: Condition, values: readonly string[]): Condition =>
  values.length === 1 ? sql`${column} = ${values[0]}` : sql`${column} = any(${values}::text[])`;

export const all = (conditions: readonly Condition[]): Condition => sql.join([...conditions], sql` and `);
