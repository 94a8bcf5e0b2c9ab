import type { ReactElement, ReactNode } from 'react';
import { Action } from '#ui/Action.tsx';
import styles from './Bar.module.css';

export interface TableBarProps {
  figures: ReactNode;
  columns: ReactNode;
  /** How many are selected; null: nothing is decided here. */
  selected: number | null;
  onDecide: (approve: boolean) => void;
}

/** Above a table: its figures, which columns it has, and the decision on all that are selected. */
export function TableBar({ figures, columns, selected, onDecide }: TableBarProps): ReactElement {
  return (
    <div className={styles.bar}>
      {figures}
      <div className={styles.tools}>
        {selected === null ? null : (
          <span className={styles.selected} role="status">{`Selected pending request (${selected})`}</span>
        )}
        {columns}
        {selected === null ? null : (
          <>
            <Action small look="danger" onClick={() => onDecide(false)}>
              Reject
            </Action>
            <Action small look="primary" onClick={() => onDecide(true)}>
              Approve
            </Action>
          </>
        )}
      </div>
    </div>
  );
}
