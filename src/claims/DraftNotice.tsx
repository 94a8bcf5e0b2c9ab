import type { ReactElement } from 'react';
import { Action } from '#ui/Action.tsx';
import { Notice } from '#ui/Notice.tsx';

/** A form came back as it was left. */
export function DraftNotice({ onContinue, onAfresh }: { onContinue: () => void; onAfresh: () => void }): ReactElement {
  return (
    <Notice
      tone="info"
      icon="clock"
      role="status"
      actions={
        <>
          <Action small onClick={onContinue}>Continue where you left off</Action>
          <Action small look="quiet" onClick={onAfresh}>Start afresh</Action>
        </>
      }
    >
      This is what you had typed.
    </Notice>
  );
}
