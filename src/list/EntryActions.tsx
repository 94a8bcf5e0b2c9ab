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
import { canRetry, conflictOf, isChange, isWithdrawal, entryBadge } from './entryState.ts';

const Question = lazyPart(() => import('#ui/Question.tsx').then((module) => module.Question));

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
  const asked = questionOf(entry, noun, decision);
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
            <Action small icon="retry" onClick={() => act(async () => (await outbox()).retry(entry.id))}>
              Try again
            </Action>
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
        <Question
          title={asked.title}
          text={asked.text}
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

/** What is asked before an entry is removed from the outbox. */
function questionOf(entry: Entry, noun: string, decision: boolean): { title: string; text: string } {
  if (isWithdrawal(entry))
    return { title: 'Take the withdrawal back?', text: `It has not been sent. The ${noun} stays as it is.` };
  if (decision)
    return { title: 'Take this decision back?', text: 'It has not been sent. The request will be pending again.' };
  if (isChange(entry))
    return {
      title: 'Discard this change?',
      text: `It has not been sent. It is removed from this device; the ${noun} stays as it is without it.`,
    };
  return {
    title: `Discard this ${noun}?`,
    text:
      `It has not been sent. The ${noun}${entry.bills.length > 0 ? ' and its bills are' : ' is'} removed ` +
      'from this device and cannot be restored.',
  };
}
