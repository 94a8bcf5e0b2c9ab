import { useRef, useEffect, type ReactElement } from 'react';
import { Action } from '#ui/Action.tsx';
import '#ui/tokens.css';
import styles from './Decision.module.css';

export interface BulkBarProps {
  /** How many, of this page or of everything that the filters select. */
  selected: number;
  /** All that can be selected on this page are; some are; there are none. */
  all: boolean;
  some: boolean;
  disabled: boolean;
  onAll: (all: boolean) => void;
  onDecide: (approve: boolean) => void;
}

/** Select all (MGR-16), and the two bulk buttons; on phones they stay at the bottom while something is selected. */
export function BulkBar({ selected, all, some, disabled, onAll, onDecide }: BulkBarProps): ReactElement {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = some && !all;
  }, [some, all]);
  return (
    <div className={styles.bar}>
      <label className={styles.all}>
        <input
          ref={box}
          type="checkbox"
          checked={all}
          disabled={disabled}
          onChange={(event) => onAll(event.currentTarget.checked)}
        />
        <span>{`Selected pending request (${selected})`}</span>
      </label>
      <div
        className={selected > 0 ? `${styles.buttons} ${styles.pinned}` : styles.buttons}
        data-pinned={selected > 0 ? 'bar' : undefined}
      >
        {selected > 0 ? (
          <div className={styles.clear}>
            <Action look="quiet" onClick={() => onAll(false)}>
              Clear selection
            </Action>
          </div>
        ) : null}
        <Action look="danger" onClick={() => onDecide(false)}>
          Reject
        </Action>
        <Action look="primary" onClick={() => onDecide(true)}>
          Approve
        </Action>
      </div>
    </div>
  );
}
