import { useState, type ReactElement } from 'react';
import type { SetAsideReason } from '#outbox/drafts.ts';
import { Action } from '#ui/Action.tsx';
import { lazyPart } from '#ui/lazyPart.tsx';
import { Notice } from '#ui/Notice.tsx';
import { deviceWord } from '#ui/usePhone.ts';

const Question = lazyPart(async () => (await import('#ui/Question.tsx')).Question);

/** A form came back as it was left, or with what was put into it elsewhere. `bills`: how many are nowhere else. */
export function DraftNotice({
  bills,
  onContinue,
  onAfresh,
}: {
  bills?: () => number;
  onContinue: () => void;
  onAfresh: () => void;
}): ReactElement {
  const [asked, setAsked] = useState(0);
  const afresh = (): void => {
    const lost = bills?.() ?? 0;
    if (lost === 0) onAfresh();
    else setAsked(lost);
  };
  return (
    <>
      <Notice
        tone="info"
        icon="clock"
        role="status"
        actions={
          <>
            <Action small onClick={onContinue}>
              Continue where you left off
            </Action>
            <Action small look="quiet" onClick={afresh}>
              Start afresh
            </Action>
          </>
        }
      >
        This is what you had begun.
      </Notice>
      {asked > 0 ? (
        <Question
          title="Start afresh?"
          text={
            (asked === 1 ? 'The bill of this form is' : `The ${asked} bills of this form are`) +
            ` removed from this ${deviceWord()} and cannot be restored.`
          }
          yes="Start afresh"
          onNo={() => setAsked(0)}
          onYes={() => {
            setAsked(0);
            onAfresh();
          }}
        />
      ) : null}
    </>
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
