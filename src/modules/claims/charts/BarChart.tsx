import type { CSSProperties, ReactElement, ReactNode } from 'react';
import { formatRupees } from '#domain/money.ts';
import styles from './Chart.module.css';

/** How long a bar is, beside the longest; of something there is always a little to see. */
export const part = (amount: number, most: number): CSSProperties =>
  ({ '--part': `${most > 0 ? Math.max(amount > 0 ? 1 : 0, (amount / most) * 100) : 0}%` }) as CSSProperties;

/** The table that a picture is drawn from: its head and its rows, the first cell of each naming it. */
export function ChartTable({
  name,
  head,
  rows,
}: {
  name: string;
  head: readonly string[];
  rows: readonly (readonly ReactNode[])[];
}): ReactElement {
  return (
    <details className={styles.table}>
      <summary>Show as a table</summary>
      <div className={styles.scroll} tabIndex={0} role="group" aria-label={`${name}, as a table`}>
        <table aria-label={name}>
          <thead>
            <tr>
              {head.map((title) => (
                <th key={title} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([title, ...cells], n) => (
              <tr key={n}>
                <th scope="row">{title}</th>
                {cells.map((cell, at) => (
                  <td key={head[at + 1]}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

interface Bar {
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
