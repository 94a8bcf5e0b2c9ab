import { useCallback, useRef, useState, type ReactElement } from 'react';
import { KEYS, readLocal, writeLocal } from '#start/local.ts';
import { Popover } from '#filters/Popover.tsx';
import { Action } from '#ui/Action.tsx';
import styles from './Bar.module.css';

/** Which columns of a list are hidden on this device, by the list's name. */
function known(): Record<string, unknown> {
  const kept = readLocal(KEYS.columns);
  return typeof kept === 'object' && kept !== null && !Array.isArray(kept) ? (kept as Record<string, unknown>) : {};
}

function hiddenOf(list: string): string[] {
  const kept = known()[list];
  return Array.isArray(kept) ? kept.filter((id): id is string => typeof id === 'string') : [];
}

/** The hidden columns of a list, and the way to choose others; the device remembers them (FIN-16). */
export function useHiddenColumns(
  list: string,
): [hidden: readonly string[], choose: (hidden: readonly string[]) => void] {
  const [hidden, setHidden] = useState<readonly string[]>(() => hiddenOf(list));
  const choose = useCallback(
    (next: readonly string[]): void => {
      setHidden(next);
      writeLocal(KEYS.columns, { ...known(), [list]: next });
    },
    [list],
  );
  return [hidden, choose];
}

export interface ColumnChoiceProps {
  columns: readonly { id: string; header: string }[];
  hidden: readonly string[];
  onChoose: (hidden: readonly string[]) => void;
}

/** Which columns are shown; this device remembers it. */
export function ColumnChoice({ columns, hidden, onChoose }: ColumnChoiceProps): ReactElement {
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const close = (): void => {
    setOpen(false);
    button.current?.focus();
  };
  const toggle = (id: string): void =>
    onChoose(hidden.includes(id) ? hidden.filter((each) => each !== id) : [...hidden, id]);
  const gone = columns.filter(({ id }) => hidden.includes(id)).length;
  return (
    <div className={styles.anchor}>
      <Action
        ref={button}
        small
        icon="columns"
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-description={gone > 0 ? `${gone} hidden` : undefined}
        onClick={() => (open ? close() : setOpen(true))}
      >
        Columns
      </Action>
      {open ? (
        <Popover
          title="Columns"
          onClose={close}
          footer={
            <>
              <Action disabled={gone === 0} onClick={() => onChoose([])}>
                Show all
              </Action>
              <Action look="primary" onClick={close}>
                Done
              </Action>
            </>
          }
        >
          <fieldset className={styles.choices}>
            <legend>Shown on this device</legend>
            {columns.map(({ id, header }) => (
              <label key={id}>
                <input type="checkbox" checked={!hidden.includes(id)} onChange={() => toggle(id)} />
                <span>{header}</span>
              </label>
            ))}
          </fieldset>
        </Popover>
      ) : null}
    </div>
  );
}
