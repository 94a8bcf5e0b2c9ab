import { useState, type ReactElement } from 'react';
import { BillView } from '#files/BillView.tsx';
import type { BillSource } from '#files/source.ts';
import { Action } from '#ui/Action.tsx';
import styles from './Decision.module.css';

/** The bills in the dialog itself, one shown at a time. */
export function DecisionBills({ sources }: { sources: readonly BillSource[] }): ReactElement | null {
  const [at, setAt] = useState(0);
  return <ShownBill sources={sources} at={at} onShow={setAt} />;
}

/** One of several bills in place, and buttons that lead to the others. */
export function ShownBill({
  sources,
  at,
  onShow,
}: {
  sources: readonly BillSource[];
  at: number;
  onShow: (at: number) => void;
}): ReactElement | null {
  const source = sources[Math.min(at, sources.length - 1)];
  if (!source) return null;
  return (
    <div className={styles.bill}>
      {sources.length > 1 ? (
        <div className={styles.tabs}>
          {sources.map((each, index) => (
            <Action
              key={each.id}
              small
              aria-pressed={index === at}
              aria-label={`View bill ${index + 1}`}
              look={index === at ? 'primary' : 'plain'}
              onClick={() => onShow(index)}
            >
              {`Bill ${index + 1}`}
            </Action>
          ))}
        </div>
      ) : null}
      <BillView key={source.id} source={source} />
    </div>
  );
}
