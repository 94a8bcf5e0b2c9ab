import { useState, type ReactElement } from 'react';
import { outbox } from '#data/entries.ts';
import type { Entry } from '#outbox/entry.ts';
import { Action } from '#ui/Action.tsx';
import { lazyPart } from '#ui/lazyPart.tsx';
import { Tag } from '#ui/Tag.tsx';
import { toast } from '#ui/toast.ts';
import type { ListDef } from './definition.ts';
import { EntryAction } from './EntryAction.tsx';
import styles from './List.module.css';
import { canRetry, conflictOf, isWithdrawal, entryBadge } from './entryState.ts';

const DiscardQuestion = lazyPart(async () => (await import('./DiscardQuestion.tsx')).DiscardQuestion);

export interface EntryActionsProps {
  entry: Entry;
  /** What people call the record. */
  noun: string;
  /** A decision is taken back; a claim is edited or discarded. */
  decision: boolean;
  readOnly: boolean;
  onEdit: (entry: Entry) => void;
  Conflict?: ListDef<never>['Conflict'];
}

/** What of a card is still in the outbox, what became of it, and what can be done. */
export function EntryActions({ entry, noun, decision, readOnly, onEdit, Conflict }: EntryActionsProps): ReactElement {
  const [asking, setAsking] = useState(false);
  const [comparing, setComparing] = useState(false);
  const conflict = Conflict ? conflictOf(entry) : null;
  const state = entryBadge(entry);
  const withdrawal = isWithdrawal(entry);
  const step = decision || withdrawal;
  const away = step ? 'Take back' : 'Discard';
  const act = (run: () => Promise<unknown>): void =>
    void run().catch((error: unknown) => toast.error(error instanceof Error ? error.message : 'Something went wrong.'));
  return (
    <div className={styles.outbox}>
      <Tag tone={state.tone} icon={state.tone === 'bad' ? 'warning' : 'clock'}>
        {state.label}
      </Tag>
      {withdrawal ? <Tag>Withdrawn</Tag> : decision ? <Tag>{`Your decision: ${entry.face.note ?? ''}`}</Tag> : null}
      {entry.refusal ? <p className={styles.bad}>{entry.refusal.message}</p> : null}
      {readOnly ? null : (
        <div className={styles.actions}>
          {conflict ? (
            <Action small look="primary" aria-haspopup="dialog" onClick={() => setComparing(true)}>
              See both
            </Action>
          ) : null}
          {step ? null : (
            <EntryAction entry={entry} onClick={() => onEdit(entry)}>
              Edit
            </EntryAction>
          )}
          {canRetry(entry) && !conflict ? (
            <EntryAction entry={entry} icon="retry" onClick={() => act(async () => (await outbox()).retry(entry.id))}>
              Try again
            </EntryAction>
          ) : null}
          <EntryAction entry={entry} look="danger" onClick={() => setAsking(true)}>
            {away}
          </EntryAction>
        </div>
      )}
      {comparing && conflict && Conflict ? (
        <Conflict
          entry={entry}
          conflict={conflict}
          onClose={() => setComparing(false)}
          onAct={(run) => {
            setComparing(false);
            act(async () => run(await outbox()));
          }}
        />
      ) : null}
      {asking ? (
        <DiscardQuestion
          entry={entry}
          noun={noun}
          decision={decision}
          yes={away}
          onNo={() => setAsking(false)}
          onYes={() => {
            setAsking(false);
            act(async () => (await outbox()).discard(entry.id));
          }}
        />
      ) : null}
    </div>
  );
}
