import type { ReactElement } from 'react';
import { counted } from '#domain/tallyWords.ts';
import { Action } from '#ui/Action.tsx';
import { toast } from '#ui/toast.ts';
import styles from './Ledgers.module.css';
import { NEEDS_NETWORK } from './useTally.ts';

/** What is changed and not saved, at the foot of the window. */
export function SaveBar({
  changes,
  online,
  busy,
  blocked,
  onDiscard,
}: {
  changes: number;
  online: boolean;
  busy: boolean;
  /** Somebody else's names have to be looked at first. */
  blocked: boolean;
  onDiscard: () => void;
}): ReactElement {
  const why = !online
    ? `${NEEDS_NETWORK} What you typed is kept on this device.`
    : blocked
      ? 'Choose between yours and theirs first.'
      : changes === 0
        ? 'Nothing is changed.'
        : undefined;
  return (
    <div className={styles.bar} data-changed={changes > 0 ? '' : undefined} data-pinned="bar">
      <p role="status">
        {changes === 0
          ? online
            ? 'All saved'
            : 'All saved. Changing them needs a connection.'
          : online
            ? `${counted(changes, 'change')} not saved`
            : `${counted(changes, 'change')} kept here, not saved: this needs a connection.`}
      </p>
      {changes > 0 ? (
        <Action look="quiet" onClick={onDiscard}>
          Discard
        </Action>
      ) : null}
      <Action
        type="submit"
        look="primary"
        busy={busy}
        refused={why}
        onClick={(event) => {
          if (why === undefined) return;
          event.preventDefault();
          toast.hint(why);
        }}
      >
        Save
      </Action>
    </div>
  );
}
