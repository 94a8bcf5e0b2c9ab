import type { ReactElement } from 'react';
import { Action } from '#ui/Action.tsx';
import styles from './Deck.module.css';
import type { Undoable } from './useUndo.ts';

/** What was decided last, for as long as it can be undone. Its place stays. */
export function UndoBar({ last, onUndo }: { last: Undoable | null; onUndo: () => void }): ReactElement {
  return (
    <div className={styles.undo}>
      <p role="status">{last?.text}</p>
      {last ? (
        <Action small onClick={onUndo}>
          Undo
        </Action>
      ) : null}
    </div>
  );
}
