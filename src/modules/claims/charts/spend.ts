import { PRIMARY_EXPENSE_TYPE } from '#contract/enums.ts';
import type { TeamSpend } from '#contract/spend.ts';
import { CONVEYANCE_TYPE, LOCAL_EXPENSE_TYPE, TRAVEL_EXPENSE_TYPE } from '../labels.ts';

/** What was spent as it is drawn: sums by month, and by type the largest first. */

/** Kinds have types of the same name: a prefix tells them apart. */
const KINDS = {
  [PRIMARY_EXPENSE_TYPE.local]: { word: 'Local', types: LOCAL_EXPENSE_TYPE as Readonly<Record<string, string>> },
  [PRIMARY_EXPENSE_TYPE.conveyance]: {
    word: 'Sales trips',
    types: CONVEYANCE_TYPE as Readonly<Record<string, string>>,
  },
  [PRIMARY_EXPENSE_TYPE.travel]: { word: 'Travel', types: TRAVEL_EXPENSE_TYPE as Readonly<Record<string, string>> },
} as const;

type Row = TeamSpend['rows'][number];
const labelOf = ({ primaryExpenseType, type }: Row): string => {
  const { word, types } = KINDS[primaryExpenseType];
  return `${word}: ${types[type] ?? type}`;
};
const total = (rows: readonly Row[]): number =>
  Math.round(rows.reduce((sum, { amount }) => sum + amount * 100, 0)) / 100;

export const byMonth = ({ months, rows }: TeamSpend): { month: string; amount: number }[] =>
  months.map((month) => ({ month, amount: total(rows.filter((row) => row.month === month)) }));

export function byType({ months, rows }: TeamSpend): { label: string; amount: number; months: number[] }[] {
  const labels = [...new Set(rows.map(labelOf))];
  return labels
    .map((label) => {
      const own = rows.filter((row) => labelOf(row) === label);
      return {
        label,
        amount: total(own),
        months: months.map((month) => total(own.filter((row) => row.month === month))),
      };
    })
    .toSorted((one, other) => other.amount - one.amount);
}

/** The name of a month by its first day: 'Jul', 'July 2026'. */
export const monthName = (month: string, length: 'short' | 'long'): string =>
  new Intl.DateTimeFormat('en-GB', {
    timeZone: 'UTC',
    month: length,
    ...(length === 'long' && { year: 'numeric' }),
  }).format(Date.parse(`${month}T00:00:00Z`));
