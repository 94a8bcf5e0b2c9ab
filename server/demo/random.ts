import { sql, type RawBuilder } from 'kysely';
import type { Day } from '#domain/dates.ts';

/** A seeded source of chance: the same seed gives the same demo organisation on every machine. */
export interface Random {
  /** A number from 0 to below 1. */
  next(): number;
  /** A whole number, both ends included. */
  between(least: number, most: number): number;
  pick<T>(items: readonly T[]): T;
  /** True with this probability. */
  chance(probability: number): boolean;
}

/** mulberry32: 32 bits of state, quite good enough for sample data. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    next,
    between: (least, most) => least + Math.floor(next() * (most - least + 1)),
    pick<T>(items: readonly T[]): T {
      const item = items[Math.floor(next() * items.length)];
      if (item === undefined) throw new Error('Nothing to pick from.');
      return item;
    },
    chance: (probability) => next() < probability,
  };
}

/** Chance in the database: SQL expressions that answer the same for the same row and purpose, on any machine. */

export type Sql = RawBuilder<unknown>;

export const texts = (values: readonly string[]): Sql => sql`array[${sql.join(values.map((value) => sql.lit(value)))}]`;
/** Chance: from 0 to below `most`, the same for the same row and purpose. */
export const chance = (row: string, purpose: number, most: number): Sql =>
  sql`((hashint8extended(${sql.ref(row)}::bigint, ${sql.lit(purpose)}) & 2147483647) % ${sql.lit(most)})`;
export const pick = (row: string, purpose: number, values: readonly string[]): Sql =>
  sql`(${texts(values)})[1 + ${chance(row, purpose, values.length)}]`;
export const pickCode = (row: string, purpose: number, codes: readonly number[]): Sql =>
  sql`('{${sql.raw(codes.join(','))}}'::integer[])[1 + ${chance(row, purpose, codes.length)}]`;

/** One of several by their shares of a hundred; `values` are from 1 on unless said. */
export function weighted(
  row: string,
  purpose: number,
  shares: readonly number[],
  values: readonly number[] = shares.map((_, index) => index + 1),
): Sql {
  let below = 0;
  const cases = shares.map((share, index) => {
    below += share;
    return sql`when r < ${sql.lit(below)} then ${sql.lit(values[index] ?? 0)}`;
  });
  return sql`(select case ${sql.join(cases, sql` `)} else 0 end from (select ${chance(row, purpose, 100)} as r) w)`;
}
export const often = (row: string, purpose: number, percent: number): Sql =>
  sql`(${chance(row, purpose, 100)} < ${sql.lit(percent)})`;
export const daysBack = (today: Day, row: string, purpose: number, most: number, percent: number): Sql =>
  sql`case when ${often(row, purpose, percent)} then
    ${sql.lit(today)}::date - ${chance(row, purpose + 1, most)}::integer else '-infinity'::date end`;

export const some = (row: string, purpose: number, percent: number, codes: readonly number[]): Sql =>
  sql`case when ${often(row, purpose, percent)} then array(select distinct c
    from unnest(array[${pickCode(row, purpose + 1, codes)}, ${pickCode(row, purpose + 2, codes)},
      ${pickCode(row, purpose + 3, codes)}]) c order by c) end`;
