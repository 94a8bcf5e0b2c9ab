import type { ReactElement } from 'react';
import type { TeamSpend } from '#contract/spend.ts';
import { formatRupees } from '#domain/money.ts';
import { part, ChartTable } from './ChartTable.tsx';
import styles from './Chart.module.css';
import { byMonth, byType, monthName } from './spend.ts';

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
