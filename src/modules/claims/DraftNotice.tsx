import type { ReactElement } from 'react';
import type { SetAsideReason } from '#outbox/drafts.ts';
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
          <Action small onClick={onContinue}>
            Continue where you left off
          </Action>
          <Action small look="quiet" onClick={onAfresh}>
            Start afresh
          </Action>
        </>
      }
    >
      This is what you had typed.
    </Notice>
  );
}

/** Something that was typed here cannot come back now, and is not lost either (DR-1, OB-11). */
export function KeptNotice({
  kept,
  onThrowAway,
}: {
  kept: SetAsideReason | null;
  onThrowAway: () => void;
}): ReactElement | null {
  if (kept === null) return null;
  return kept === 'newer' ? (
    <Notice tone="wait" icon="clock" role="status">
      What you had typed here was kept by a newer version of this app. It stays on this device, and comes back when this
      page is updated.
    </Notice>
  ) : (
    <Notice
      tone="wait"
      icon="warning"
      role="status"
      actions={
        <Action small look="quiet" onClick={onThrowAway}>
          Throw it away
        </Action>
      }
    >
      What you had typed here last time cannot be read any more. It stays on this device until you throw it away.
    </Notice>
  );
}
