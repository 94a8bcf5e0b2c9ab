import { useQuery } from '@tanstack/react-query';
import type { CSSProperties, ReactElement } from 'react';
import { sumOwed } from '#contract/calls/home.ts';
import type { Owed as Sums } from '#contract/home.ts';
import { useRenderTime } from '#data/clock.ts';
import { isUnreachable } from '#data/errors.ts';
import { readOptions } from '#data/query.ts';
import { useSession } from '#data/session.ts';
import { millisOfDay } from '#domain/dates.ts';
import { formatRupees } from '#domain/money.ts';
import { Action } from '#ui/Action.tsx';
import { asOfText } from '#ui/moments.ts';
import { Icon } from '#ui/Icon.tsx';
import styles from './Owed.module.css';

const FRESH_MS = 60_000;

/** What one is owed: drawn, in words, and as a table (HOME-8). */
export function Owed(): ReactElement {
  const { timeZone } = useSession();
  const now = useRenderTime();
  const query = useQuery(readOptions(sumOwed));
  if (!query.data) {
    if (!query.isError) return <div className={styles.skeleton} role="status" aria-label="Loading" aria-busy="true" />;
    return (
      <div className={styles.empty} role="alert">
        <strong>This could not be loaded.</strong>
        <p>{isUnreachable(query.error) ? 'It needs a connection the first time.' : query.error.message}</p>
        <Action small icon="retry" onClick={() => void query.refetch()}>
          Try again
        </Action>
      </div>
    );
  }
  const sums = query.data.data;
  const age =
    !query.isFetching && (query.isError || now - query.dataUpdatedAt > FRESH_MS)
      ? asOfText(query.dataUpdatedAt, now, timeZone)
      : '';
  const nothing = [sums.claimed, sums.approved, sums.paid, sums.deciding, sums.unpaid].every(
    ({ claims }) => claims === 0,
  );
  return nothing ? <Nothing /> : <Picture sums={sums} timeZone={timeZone} age={age} />;
}

function Nothing(): ReactElement {
  return (
    <div className={styles.empty}>
      <Icon name="check" size={28} />
      <strong>Nothing is open</strong>
      <p>What you claim, and how much of it is approved and paid, will appear here.</p>
    </div>
  );
}

const percent = (part: number, whole: number): string =>
  `${whole > 0 ? Math.max(part > 0 ? 1 : 0, (part / whole) * 100) : 0}%`;

function Picture({ sums, timeZone, age }: { sums: Sums; timeZone: string; age: string }): ReactElement {
  const { deciding, unpaid, claimed, approved, paid } = sums;
  const month = new Intl.DateTimeFormat('en-GB', { timeZone, month: 'long', year: 'numeric' }).format(
    millisOfDay(sums.month, timeZone),
  );
  const open = deciding.amount + unpaid.amount;
  const steps = [
    ['Claimed', claimed],
    ['Approved', approved],
    ['Paid', paid],
  ] as const;
  const most = Math.max(...steps.map(([, sum]) => sum.amount));
  const stages = [
    ['Approved, not yet paid', unpaid, styles.unpaid],
    ['Being decided', deciding, styles.deciding],
  ] as const;
  return (
    <>
      <div>
        <p className={styles.big}>{formatRupees(open)}</p>
        <p className={styles.note}>{`not yet paid, in all${age ? ` · ${age}` : ''}`}</p>
        <div className={styles.whole} aria-hidden="true">
          {stages.map(([name, sum, colour]) =>
            sum.amount > 0 ? <i key={name} className={colour} style={{ width: percent(sum.amount, open) }} /> : null,
          )}
        </div>
        <dl className={styles.legend}>
          {stages.map(([name, sum, colour]) => (
            <div key={name}>
              <dt>
                <span className={`${styles.dot} ${colour}`} aria-hidden="true" />
                {name}
              </dt>
              <dd>{formatRupees(sum.amount)}</dd>
            </div>
          ))}
        </dl>
      </div>
      <div className={styles.month}>
        <h3>{month}</h3>
        <dl className={styles.bars}>
          {steps.map(([name, sum]) => (
            <div key={name} style={{ '--part': percent(sum.amount, most) } as CSSProperties}>
              <dt>{name}</dt>
              <dd>{formatRupees(sum.amount)}</dd>
            </div>
          ))}
        </dl>
      </div>
      <details className={styles.table}>
        <summary>Show as a table</summary>
        <table aria-label="What I am owed">
          <thead>
            <tr>
              <th scope="col">What</th>
              <th scope="col">Claims</th>
              <th scope="col">Amount</th>
            </tr>
          </thead>
          <tbody>
            {[...steps.map(([name, sum]) => [`${name} in ${month}`, sum] as const), ...stages].map(([name, sum]) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{sum.claims}</td>
                <td>{formatRupees(sum.amount)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </>
  );
}
