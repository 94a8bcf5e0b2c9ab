import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import { PRIMARY_EXPENSE_TYPE } from '#contract/enums.ts';
import type { TeamSpend } from '#contract/spend.ts';
import { isUnreachable } from '#data/errors.ts';
import { formatRupees } from '#domain/money.ts';
import { Action } from '#ui/Action.tsx';
import { CONVEYANCE_TYPE, LOCAL_EXPENSE_TYPE, TRAVEL_EXPENSE_TYPE } from '../labels.ts';
import { ChartTable, part } from './BarChart.tsx';
import styles from './Chart.module.css';

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

/** Sums by month. */
const byMonth = ({ months, rows }: TeamSpend): { month: string; amount: number }[] =>
  months.map((month) => ({ month, amount: total(rows.filter((row) => row.month === month)) }));

/** Sums by type, the largest first. */
function byType({ months, rows }: TeamSpend): { label: string; amount: number; months: number[] }[] {
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
const monthName = (month: string, length: 'short' | 'long'): string =>
  new Intl.DateTimeFormat('en-GB', {
    timeZone: 'UTC',
    month: length,
    ...(length === 'long' && { year: 'numeric' }),
  }).format(Date.parse(`${month}T00:00:00Z`));

const amountOr = (amount: number): string => (amount === 0 ? '–' : formatRupees(amount));

/** Amounts by month as columns, by type as bars, and as a table. */
export function SpendChart({ name, spend }: { name: string; spend: TeamSpend }): ReactElement {
  const months = byMonth(spend);
  const types = byType(spend);
  const mostOfMonth = Math.max(...months.map(({ amount }) => amount));
  const mostOfType = Math.max(...types.map(({ amount }) => amount));
  return (
    <>
      <div className={styles.months} aria-hidden="true">
        {months.map(({ month, amount }) => (
          <div key={month} style={part(amount, mostOfMonth)}>
            <i />
            <span>{monthName(month, 'short')}</span>
          </div>
        ))}
      </div>
      <dl className={styles.types}>
        {types.map(({ label, amount }) => (
          <div key={label} style={part(amount, mostOfType)}>
            <dt>{label}</dt>
            <dd>{formatRupees(amount)}</dd>
          </div>
        ))}
      </dl>
      <ChartTable
        name={name}
        head={['Type', ...months.map(({ month }) => monthName(month, 'long')), 'In all']}
        rows={[
          ...types.map(({ label, amount, months: each }) => [label, ...each.map(amountOr), formatRupees(amount)]),
          [
            'In all',
            ...months.map(({ amount }) => amountOr(amount)),
            formatRupees(months.reduce((sum, { amount }) => sum + amount, 0)),
          ],
        ]}
      />
    </>
  );
}

/** A picture of what was read, or why there is none. */
export function ChartQuery<T>({
  query,
  children,
}: {
  query: UseQueryResult<T>;
  children: (data: T) => ReactNode;
}): ReactElement {
  if (query.data !== undefined) return <>{children(query.data)}</>;
  if (!query.isError)
    return (
      <div className={styles.card}>
        <div className={styles.skeleton} role="status" aria-label="Loading" aria-busy="true" />
      </div>
    );
  return (
    <div className={styles.card}>
      <div className={styles.empty} role="alert">
        <strong>This could not be loaded.</strong>
        <p>{isUnreachable(query.error) ? 'It needs a connection the first time.' : query.error.message}</p>
        <Action small icon="retry" onClick={() => void query.refetch()}>
          Try again
        </Action>
      </div>
    </div>
  );
}
