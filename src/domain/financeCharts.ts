import { addDays, addMonths, firstOfMonth, millisOfDay, type Day } from './dates.ts';
import { toPaise } from './money.ts';

/** What the pictures of finance are drawn by (REP-5, REP-6). */

/** Days since the manager approved, both ends counted; null: and more. */
export const WAITING_AGES: readonly { from: number; to: number | null }[] = [
  { from: 0, to: 7 },
  { from: 8, to: 15 },
  { from: 16, to: 30 },
  { from: 31, to: 60 },
  { from: 61, to: null },
];
export const ageLabel = ({ from, to }: { from: number; to: number | null }): string =>
  to === null ? `over ${from - 1} days` : `${from} to ${to} days`;

/**
 * The first moment of each age but the oldest, oldest first: what was approved before the first of them is of the
 * oldest.
 */
export const ageStarts = (today: Day, timeZone: string): number[] =>
  WAITING_AGES.flatMap(({ to }) => (to === null ? [] : [millisOfDay(addDays(today, -to), timeZone)])).toReversed();

/** Months that are told, the present one last, oldest first. */
export function chartMonths(today: Day, count: number): Day[] {
  const present = firstOfMonth(today);
  return Array.from({ length: count }, (_, n) => addMonths(present, n - count + 1));
}

/** From nine tenths of its limit on a day's food is near it. Rupees to paise. */
export const foodNear = (limit: number): number => Math.ceil((toPaise(limit) * 9) / 10);
export const MAX_MEALS = 10;
export const MAX_CENTRES = 8;

/** The first of a list that is sorted already, and what all others come to; null where there are no others. */
export function topOf<Row extends { claims: number; amount: number }>(
  rows: readonly Row[],
  most: number,
): { top: Row[]; others: { count: number; claims: number; amount: number } | null } {
  const [top, rest] = [rows.slice(0, most), rows.slice(most)];
  const sum = (of: (row: Row) => number): number => rest.reduce((total, row) => total + of(row), 0);
  return {
    top,
    others:
      rest.length > 0
        ? {
            count: rest.length,
            claims: sum((row) => row.claims),
            amount: Math.round(sum((row) => row.amount) * 100) / 100,
          }
        : null,
  };
}
