import type { CSSProperties, ReactElement, ReactNode } from 'react';
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
