import { useRouter } from '@tanstack/react-router';
import { useState, type ReactElement } from 'react';
import { outbox } from '#data/entries.ts';
import { messageOf } from '#data/errors.ts';
import { saveAs } from '#data/saveFile.ts';
import { LOGIN_PATH } from '#domain/session.ts';
import { EntryAction } from '#list/EntryAction.tsx';
import { canRetry, conflictOf } from '#list/entryState.ts';
import type { Entry } from '#outbox/entry.ts';
import type { Outbox } from '#outbox/outbox.ts';
import { Action } from '#ui/Action.tsx';
import { lazyPart } from '#ui/lazyPart.tsx';
import { toast } from '#ui/toast.ts';
import styles from './Outbox.module.css';
import { formAddress, isDecision, nounOf, sealedFace } from './entryTexts.ts';

const Question = lazyPart(async () => (await import('#ui/Question.tsx')).Question);

/**
 * What can be done with an entry that no key opens: keep a copy of it, or throw it away after a question that says what
 * it was (ID-3, P5).
 */
function SealedActions({ entry, onDiscard }: { entry: Entry; onDiscard: () => void }): ReactElement {
  const [asks, setAsks] = useState(false);
  const save = async (): Promise<void> => {
    const file = await (await outbox()).exportSealed(entry.id);
    if (file) saveAs(file, `kharcha-${entry.id}.json`);
  };
  return (
    <div className={styles.actions}>
      <Action onClick={() => void save().catch((error: unknown) => toast.error(messageOf(error)))}>Save a copy</Action>
      <Action look="danger" onClick={() => setAsks(true)}>
        Discard
      </Action>
      {asks ? (
        <Question
          title="Discard this item?"
          text={
            `${sealedFace(entry)} It may not have been sent. Look at your list first; once discarded it cannot be ` +
            'brought back.'
          }
          yes="Discard"
          onNo={() => setAsks(false)}
          onYes={() => {
            setAsks(false);
            onDiscard();
          }}
        />
      ) : null}
    </div>
  );
}

const DiscardQuestion = lazyPart(async () => (await import('#list/DiscardQuestion.tsx')).DiscardQuestion);
const ConflictDialog = lazyPart(async () => (await import('#modules/claims/ConflictDialog.tsx')).ConflictDialog);

/** Edit, Try again, Discard; for a decision 'Take back'; for a conflict the look at both versions. */
export function ItemActions({ entry }: { entry: Entry }): ReactElement | null {
  const router = useRouter();
  const [open, setOpen] = useState<'question' | 'conflict' | null>(null);
  const close = (): void => setOpen(null);
  const act = (run: (box: Outbox) => Promise<unknown>): void => {
    close();
    outbox()
      .then(run)
      .catch((error: unknown) => toast.error(messageOf(error)));
  };
  const { state } = entry;
  if (entry.unreadable === 'damaged')
    return <SealedActions entry={entry} onDiscard={() => act((box) => box.discard(entry.id))} />;
  if (entry.unreadable || state === 'done') return null;
  const form = formAddress(entry);
  const decision = isDecision(entry);
  const conflict = conflictOf(entry);
  const away = decision ? 'Take back' : 'Discard';
  return (
    <div className={styles.actions}>
      {state === 'signIn' ? (
        <Action onClick={() => router.history.push(`${LOGIN_PATH}?rd=${encodeURIComponent('/outbox')}`)}>
          Sign in
        </Action>
      ) : null}
      {conflict ? (
        <Action look="primary" onClick={() => setOpen('conflict')}>
          See both
        </Action>
      ) : null}
      {form === null ? null : (
        <EntryAction small={false} entry={entry} onClick={() => router.history.push(form)}>
          Edit
        </EntryAction>
      )}
      {canRetry(entry) ? (
        <EntryAction small={false} entry={entry} icon="retry" onClick={() => act((box) => box.retry(entry.id))}>
          Try again
        </EntryAction>
      ) : null}
      <EntryAction small={false} entry={entry} look="danger" onClick={() => setOpen('question')}>
        {away}
      </EntryAction>
      {open === 'question' ? (
        <DiscardQuestion
          entry={entry}
          noun={nounOf(entry)}
          decision={decision}
          yes={away}
          onNo={close}
          onYes={() => act((box) => box.discard(entry.id))}
        />
      ) : null}
      {open === 'conflict' && conflict ? (
        <ConflictDialog entry={entry} conflict={conflict} onClose={close} onAct={act} />
      ) : null}
    </div>
  );
}
