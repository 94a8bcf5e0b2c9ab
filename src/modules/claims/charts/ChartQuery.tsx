import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import { isUnreachable } from '#data/errors.ts';
import { Action } from '#ui/Action.tsx';
import styles from './Chart.module.css';

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
