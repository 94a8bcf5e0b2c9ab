import type { ReactElement } from 'react';
import { formatRupees } from '#domain/money.ts';
import { part, ChartTable } from './ChartTable.tsx';
import styles from './Chart.module.css';

export interface Bar {
  label: string;
  claims: number;
  amount: number;
}

export const claimsText = (count: number): string =>
  `${count.toLocaleString('en-IN')} ${count === 1 ? 'claim' : 'claims'}`;

/** Amounts as bars, each with how many claims it is of, and as a table. `what`: the head of the first column. */
export function BarChart({ name, what, bars }: { name: string; what: string; bars: readonly Bar[] }): ReactElement {
  const most = Math.max(...bars.map(({ amount }) => amount));
  const sum = (of: (bar: Bar) => number): number => bars.reduce((total, bar) => total + of(bar), 0);
  return (
    <>
      <dl className={styles.types}>
        {bars.map(({ label, claims, amount }) => (
          <div key={label} style={part(amount, most)}>
            <dt>{`${label} · ${claimsText(claims)}`}</dt>
            <dd>{formatRupees(amount)}</dd>
          </div>
        ))}
      </dl>
      <ChartTable
        name={name}
        head={[what, 'Claims', 'Amount']}
        rows={[
          ...bars.map(({ label, claims, amount }) => [label, claims.toLocaleString('en-IN'), formatRupees(amount)]),
          [
            'In all',
            sum(({ claims }) => claims).toLocaleString('en-IN'),
            formatRupees(Math.round(sum(({ amount }) => amount) * 100) / 100),
          ],
        ]}
      />
    </>
  );
}
