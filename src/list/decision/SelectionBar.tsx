import { useEffect, useRef, type ReactElement, type ReactNode } from 'react';
import { Action } from '#ui/Action.tsx';
import '#ui/tokens.css';
import styles from './Decision.module.css';

export interface SelectionBarProps {
  label: string;
  /** How many, of this page or of everything that the filters select. */
  selected: number;
  /** All that can be selected on this page are; some are; there are none. */
  all: boolean;
  some: boolean;
  disabled?: boolean;
  onAll: (all: boolean) => void;
  /** What is done with the selected; on phones it stays at the bottom while something is selected. */
  children: ReactNode;
}

/** Selects all of a list's rows, or none, with the buttons for what is selected. */
export function SelectionBar(props: SelectionBarProps): ReactElement {
  const { label, selected, all, some, disabled = false, onAll, children } = props;
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
        <span>{label}</span>
      </label>
      {/* The place stays when its buttons are pinned elsewhere, so that nothing moves. */}
      <div className={styles.place}>
        {selected > 0 ? (
          <div className={styles.clear}>
            <Action look="quiet" onClick={() => onAll(false)}>
              Clear selection
            </Action>
          </div>
        ) : null}
        <div
          className={selected > 0 ? `${styles.buttons} ${styles.pinned}` : styles.buttons}
          data-pinned={selected > 0 ? 'bar' : undefined}
        >
          {children}
        </div>
      </div>
    </div>
  );
}
