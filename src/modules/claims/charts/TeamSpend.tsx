import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { ChartQuery, SpendChart } from './SpendChart.tsx';
import styles from './Chart.module.css';
import { sumTeamSpend } from '#contract/calls/spend.ts';
import { readOptions } from '#data/query.ts';

/** What a manager approved of the team's claims: by month, by type, and as a table (SPEND-1, SPEND-3). */
export function TeamSpend(): ReactElement {
  const query = useQuery(readOptions(sumTeamSpend));
  return (
    <ChartQuery query={query}>
      {({ data }) => (
        <div className={styles.card}>
          {data.rows.length === 0 ? (
            <p className={styles.empty}>
              Nothing was approved in the last six months. What you approve will appear here, by type and month.
            </p>
          ) : (
            <SpendChart name="What your team spends" spend={data} />
          )}
        </div>
      )}
    </ChartQuery>
  );
}
