import type { ReactElement, ReactNode } from 'react';
import { useOnline } from '#data/online.ts';
import type { InlineDecision } from '../decision/useInlineDecision.ts';
import { NEEDS_NETWORK } from '../decision/revive.ts';
import styles from './Fields.module.css';

export interface DecideButtonsProps {
  id: string;
  /** What is to be done with it: decide it, revive it, or nothing. */
  offers: 'decide' | 'revive' | null;
  decision: InlineDecision;
  reachable: boolean;
  /** Shown in place of the buttons once a record is settled. */
  settled: ReactNode;
  /** Why the server will refuse to revive it, where that is known. */
  why?: string | undefined;
  onDecide: (approve: boolean) => void;
}

/** The end of a row: its decision, or what became of it. Each button's name ends with the record's id. */
export function DecideButtons({
  id,
  offers,
  decision,
  reachable,
  settled,
  why,
  onDecide,
}: DecideButtonsProps): ReactElement {
  const online = useOnline();
  const common = { type: 'button', tabIndex: reachable ? 0 : -1, disabled: decision.busy } as const;
  if (offers === 'decide') {
    return (
      <div className={styles.buttons}>
        <button
          {...common}
          className={`${styles.button} ${styles.reject}`}
          aria-label={`Reject ${id}`}
          onClick={() => onDecide(false)}
        >
          Reject
        </button>
        <button
          {...common}
          className={`${styles.button} ${styles.approve}`}
          aria-label={`Approve ${id}`}
          onClick={() => onDecide(true)}
        >
          Approve
        </button>
      </div>
    );
  }
  return (
    <div className={styles.buttons}>
      <span className={styles.settled}>{settled}</span>
      {offers === 'revive' ? (
        <button
          {...common}
          className={styles.button}
          aria-label={`Revive ${id}`}
          disabled={decision.busy || !online}
          title={online ? why : NEEDS_NETWORK}
          onClick={() => void decision.revive()}
        >
          Revive
        </button>
      ) : null}
    </div>
  );
}
