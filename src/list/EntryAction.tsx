import type { ReactElement, ReactNode } from 'react';
import type { Entry } from '#outbox/entry.ts';
import { Action, type ActionProps } from '#ui/Action.tsx';
import { toast } from '#ui/toast.ts';
import { isMoving } from './entryState.ts';

const IS_SENDING = 'It is being sent now. Try again in a moment.';

interface EntryActionProps extends Pick<ActionProps, 'look' | 'icon' | 'small'> {
  entry: Entry;
  onClick: () => void;
  children: ReactNode;
}

/** A button that changes what is not sent. It keeps its place while the entry is on the wire, and says why it waits. */
export function EntryAction({ entry, onClick, ...rest }: EntryActionProps): ReactElement {
  const moving = isMoving(entry);
  return (
    <Action
      small
      {...rest}
      refused={moving ? IS_SENDING : undefined}
      onClick={() => (moving ? toast.hint(IS_SENDING) : onClick())}
    />
  );
}
