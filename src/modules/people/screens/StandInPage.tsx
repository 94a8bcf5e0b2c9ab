import { useQuery } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { listDelegations } from '#contract/calls/delegations.ts';
import type { Delegation } from '#contract/delegation.ts';
import { useRenderTime } from '#data/clock.ts';
import { useOnline } from '#data/online.ts';
import { readOptions } from '#data/query.ts';
import { useSession } from '#data/session.ts';
import { Action } from '#ui/Action.tsx';
import { asOfText } from '#ui/moments.ts';
import { Empty, Notice } from '#ui/Notice.tsx';
import { lazyPart } from '#ui/lazyPart.tsx';
import { DelegationCard } from '../standIn/DelegationCard.tsx';
import styles from '../standIn/StandIn.module.css';
import { counts } from '../standIn/words.ts';

const NameStandIn = lazyPart(() => import('../standIn/NameStandIn.tsx').then((module) => module.NameStandIn));

/** Who stands in for me, and whom I stand in for (DEL-12). */
export function StandInPage(): ReactElement {
  const { roles, timeZone } = useSession();
  const online = useOnline();
  const now = useRenderTime();
  const query = useQuery(readOptions(listDelegations));
  const [naming, setNaming] = useState(false);
  const lists = query.data?.data;
  // Who was a manager sees what was named then.
  const hasOwn = roles.isManager || (lists?.given.length ?? 0) > 0;
  return (
    <div className={styles.page}>
      {query.isError && (lists === undefined || online) ? (
        <Notice
          tone="bad"
          icon="cloudOff"
          role="alert"
          actions={
            <Action small icon="retry" onClick={() => void query.refetch()}>
              Try again
            </Action>
          }
        >
          {`${lists ? 'This could not be refreshed.' : 'This could not be loaded.'} ${query.error.message}`}
        </Notice>
      ) : null}
      {lists && !online ? (
        <p className={styles.hint} role="status">
          {asOfText(query.dataUpdatedAt, now, timeZone)}
        </p>
      ) : null}
      {hasOwn ? (
        <section className={styles.section} aria-labelledby="given">
          <div className={styles.head}>
            <h2 id="given">Who stands in for me</h2>
            {roles.isManager ? (
              <Action
                look="primary"
                icon="plus"
                aria-haspopup="dialog"
                onClick={() => setNaming(true)}
                onPointerEnter={() => void NameStandIn.preload().catch(() => undefined)}
              >
                Name a stand-in
              </Action>
            ) : null}
          </div>
          {lists ? (
            <Rows
              rows={lists.given}
              given
              empty="Nobody stands in for you. Before you go away, name somebody who decides what waits for you."
            />
          ) : query.isError ? null : (
            <div className={styles.skeleton} role="status" aria-label="Loading" />
          )}
        </section>
      ) : null}
      <section className={styles.section} aria-labelledby="received">
        <div className={styles.head}>
          <h2 id="received">Who I stand in for</h2>
        </div>
        {lists ? (
          <Rows
            rows={lists.received}
            given={false}
            empty="You stand in for nobody. When a manager names you, it says here from when to when."
          />
        ) : query.isError ? null : (
          <div className={styles.skeleton} role="status" aria-label="Loading" />
        )}
      </section>
      {naming ? <NameStandIn onClose={() => setNaming(false)} /> : null}
    </div>
  );
}

/** What counts now or will, then, folded away, what is past. */
function Rows({ rows, given, empty }: { rows: readonly Delegation[]; given: boolean; empty: string }): ReactElement {
  const now = rows.filter(counts);
  const past = rows.filter((row) => !counts(row));
  const list = (shown: readonly Delegation[]): ReactElement => (
    <ul className={styles.cards}>
      {shown.map((row) => (
        <DelegationCard key={row.delegationId} row={row} given={given} />
      ))}
    </ul>
  );
  return (
    <>
      {now.length > 0 ? list(now) : <Empty title="Nobody now" hint={empty} />}
      {past.length > 0 ? (
        <details className={styles.past}>
          <summary>{`Earlier (${past.length})`}</summary>
          {list(past)}
        </details>
      ) : null}
    </>
  );
}
