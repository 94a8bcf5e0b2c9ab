import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import { MESSAGES } from '#contract/error.ts';
import { ApiError } from '#data/errors.ts';
import { useOnline } from '#data/online.ts';
import { useSession } from '#data/session.ts';
import { Action } from '#ui/Action.tsx';
import { Empty, Notice } from '#ui/Notice.tsx';
import { momentText } from '#ui/moments.ts';
import cards from './Cards.module.css';
import styles from './List.module.css';

export interface LoadedProps<T> {
  query: Pick<UseQueryResult<T>, 'data' | 'dataUpdatedAt' | 'error' | 'isError' | 'isFetching' | 'refetch'>;
  /** 'The history': what could not be loaded. */
  what: string;
  children: (data: T) => ReactNode;
}

/** What was read, or why it was not; what is old says how old, and what is not all that there is says so (S3). */
export function Loaded<T>({ query, what, children }: LoadedProps<T>): ReactElement {
  const online = useOnline();
  const { timeZone } = useSession();
  const again = (
    <Action small icon="retry" onClick={() => void query.refetch()}>
      Try again
    </Action>
  );
  if (query.data === undefined) {
    if (query.error instanceof ApiError && query.error.status === 404)
      return (
        <Empty
          title={query.error.message}
          hint="It may have been removed, or it belongs to somebody whose requests you do not see."
        />
      );
    if (query.isError) {
      return (
        <Notice tone="bad" icon="cloudOff" role="alert" actions={again}>
          {`${what} could not be loaded. ${query.error?.message ?? ''}`}
        </Notice>
      );
    }
    return <Loading />;
  }
  return (
    <>
      {online ? null : (
        <p className={styles.asOf} role="status">{`As of ${momentText(query.dataUpdatedAt, timeZone)}`}</p>
      )}
      {online && query.isError && !query.isFetching ? (
        <Notice tone="bad" icon="cloudOff" role="alert" actions={again}>
          {`${what} could not be refreshed. ${query.error?.message ?? ''}`}
        </Notice>
      ) : null}
      {children(query.data)}
      {(query.data as { more?: true }).more ? <p className={styles.asOf}>{MESSAGES.more}</p> : null}
    </>
  );
}

const Loading = (): ReactElement => (
  <div className={cards.cards} role="status" aria-label="Loading">
    <div className={cards.skeleton} />
    <div className={cards.skeleton} />
  </div>
);

/**
 * Parts of a page that are read apart and stand below each other: all of them come when the last was read or has
 * failed, or each would push down what is below it.
 */
export function Together({
  queries,
  children,
}: {
  queries: readonly Pick<UseQueryResult, 'isPending'>[];
  children: ReactNode;
}): ReactNode {
  return queries.some(({ isPending }) => isPending) ? <Loading /> : children;
}
