import { useState, type ReactElement } from 'react';
import { messageOf } from '#data/errors.ts';
import { outbox } from '#data/entries.ts';
import { saveAs } from '#data/saveFile.ts';
import type { Entry } from '#outbox/entry.ts';
import { Action } from '#ui/Action.tsx';
import { lazyPart } from '#ui/lazyPart.tsx';
import { toast } from '#ui/toast.ts';
import styles from './Outbox.module.css';
import { sealedFace } from './entryTexts.ts';

const Question = lazyPart(async () => (await import('#ui/Question.tsx')).Question);

/**
 * What can be done with an entry that no key opens: keep a copy of it, or throw it away after a question that says what
 * it was (ID-3, P5).
 */
export function SealedActions({ entry, onDiscard }: { entry: Entry; onDiscard: () => void }): ReactElement {
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
