import { useQuery } from '@tanstack/react-query';
import type { CSSProperties, ReactElement } from 'react';
import { sumTeamSpend } from '#contract/calls/spend.ts';
import type { TeamSpend as Spend } from '#contract/spend.ts';
import { isUnreachable } from '#data/errors.ts';
import { readOptions } from '#data/query.ts';
import { formatRupees } from '#domain/money.ts';
import { Action } from '#ui/Action.tsx';
import { byMonth, byType, monthName } from './spend.ts';
import styles from './TeamSpend.module.css';

/** What a manager approved of the team's claims: by month, by type, and as a table (SPEND-1, SPEND-3). */
export function TeamSpend(): ReactElement {
  const query = useQuery(readOptions(sumTeamSpend));
  if (query.data) return query.data.data.rows.length === 0 ? <p className={styles.empty}>Nothing was approved in the last six months. What you approve will be drawn here, by type and month.</p> : <Picture spend={query.data.data} />;
  if (!query.isError) return <div className={styles.skeleton} role="status" aria-label="Loading" aria-busy="true" />;
  return (
    <div className={styles.empty} role="alert">
      <strong>This could not be loaded.</strong>
      <p>{isUnreachable(query.error) ? 'It needs the network the first time.' : query.error.message}</p>
      <Action small icon="retry" onClick={() => void query.refetch()}>Try again</Action>
    </div>
  );
}

const part = (amount: number, most: number): CSSProperties => ({ '--part': `${most > 0 ? Math.max(amount > 0 ? 1 : 0, (amount / most) * 100) : 0}%` }) as CSSProperties;

function Picture({ spend }: { spend: Spend }): ReactElement {
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
      <details className={styles.table}>
        <summary>Show as a table</summary>
        <div className={styles.scroll} tabIndex={0} role="group" aria-label="What your team spends, as a table">
          <table aria-label="What your team spends">
            <thead>
              <tr>
                <th scope="col">Type</th>
                {months.map(({ month }) => <th key={month} scope="col">{monthName(month, 'long')}</th>)}
                <th scope="col">In all</th>
              </tr>
            </thead>
            <tbody>
              {types.map(({ label, amount, months: each }) => (
                <tr key={label}>
                  <th scope="row">{label}</th>
                  {each.map((sum, n) => <td key={months[n]?.month}>{sum === 0 ? '–' : formatRupees(sum)}</td>)}
                  <td>{formatRupees(amount)}</td>
                </tr>
              ))}
              <tr>
                <th scope="row">In all</th>
                {months.map(({ month, amount }) => <td key={month}>{amount === 0 ? '–' : formatRupees(amount)}</td>)}
                <td>{formatRupees(months.reduce((sum, { amount }) => sum + amount, 0))}</td>
              </tr>
            </tbody>
          </table>
        </div>
      </details>
    </>
  );
}
