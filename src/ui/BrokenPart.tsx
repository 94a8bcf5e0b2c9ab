import type { ReactElement } from 'react';
import { Action } from './Action.tsx';
import { isMissing } from './isMissing.ts';
import { Notice } from './Notice.tsx';

/** What stands in a dialog whose inside has failed: its title, its buttons and what was typed are still there. */
export function BrokenPart({ error, reset }: { error: unknown; reset: () => void }): ReactElement {
  return (
    <Notice
      tone="bad"
      icon="warning"
      role="alert"
      actions={
        <Action small icon="retry" onClick={reset}>
          Try again
        </Action>
      }
    >
      {isMissing(error)
        ? 'This part needs a connection the first time. What you typed is still here.'
        : `Something went wrong here. What you typed is still here. ${error instanceof Error ? error.message : ''}`}
    </Notice>
  );
}
