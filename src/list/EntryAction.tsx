import type { ReactElement, ReactNode } from 'react';
import { MESSAGES } from '#contract/error.ts';
import type { Entry } from '#outbox/entry.ts';
import { Action, type ActionProps } from '#ui/Action.tsx';
import { toast } from '#ui/toast.ts';
import { isMoving } from './entryState.ts';

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
      refused={moving ? MESSAGES.beingSent : undefined}
      onClick={() => (moving ? toast.hint(MESSAGES.beingSent) : onClick())}
    />
  );
}
