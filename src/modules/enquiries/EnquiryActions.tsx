import { useState, type ReactElement } from 'react';
import { answerEnquiry, askEnquiry, closeEnquiry } from '#contract/calls/records.ts';
import type { Enquiry } from '#contract/record.ts';
import { messageOf } from '#data/errors.ts';
import { outbox } from '#data/entries.ts';
import { revise, submit } from '#data/submit.ts';
import { parseAnswer, parseQuestion } from '#domain/enquiry.ts';
import { notifyWhenSaved } from '#list/savedNotice.ts';
import { EntryAction } from '#list/EntryAction.tsx';
import { canRetry, conflictOf, entryBadge } from '#list/entryState.ts';
import type { Entry } from '#outbox/entry.ts';
import type { Outbox } from '#outbox/outbox.ts';
import { Action } from '#ui/Action.tsx';
import { lazyPart } from '#ui/lazyPart.tsx';
import { Tag } from '#ui/Tag.tsx';
import { toast } from '#ui/toast.ts';
import { answerCommand, askCommand, closeCommand, type EnquiryItem } from './enquiries.ts';
import styles from './Enquiries.module.css';
import { WordsForm } from './WordsForm.tsx';

const Question = lazyPart(async () => (await import('#ui/Question.tsx')).Question);
const DiscardQuestion = lazyPart(async () => (await import('#list/DiscardQuestion.tsx')).DiscardQuestion);
const ConflictDialog = lazyPart(async () => (await import('#modules/claims/ConflictDialog.tsx')).ConflictDialog);

const WAITS: Partial<Record<Entry['endpoint'], string>> = {
  [askEnquiry.name]: 'Your question',
  [answerEnquiry.name]: 'Your answer',
  [closeEnquiry.name]: 'Closing it',
};

const fail = (error: unknown): void => toast.error(messageOf(error));

/**
 * Answer, change the answer, close; and of what still waits to be sent: edit, try again, discard, or the look at both
 * versions where the enquiry moved on.
 */
export function EnquiryActions({
  item,
  writing,
  onWriting,
}: {
  item: EnquiryItem;
  writing: boolean;
  onWriting: (on: boolean) => void;
}): ReactElement | null {
  const { row, entry } = item;
  const [asking, setAsking] = useState<'close' | 'discard' | 'conflict' | null>(null);
  const question = entry?.endpoint === askEnquiry.name;
  if (writing)
    return question && entry ? (
      <EditQuestion row={row} entry={entry} onClose={() => onWriting(false)} />
    ) : (
      <AnswerForm row={row} entry={entry} onClose={() => onWriting(false)} />
    );

  const close = (): void => {
    setAsking(null);
    submit(closeCommand(row)).then((made) => notifyWhenSaved(made.id), fail);
  };
  const act = (run: (box: Outbox) => Promise<unknown>): void => {
    setAsking(null);
    outbox().then(run).catch(fail);
  };
  // Sent again as it is, it would only be refused again.
  const conflict = entry ? conflictOf(entry) : null;
  const words = entry === undefined ? null : entryBadge(entry);
  if (!entry && !row.mayAnswer && !row.mayClose) return null;
  return (
    <>
      {entry && words ? (
        <div className={styles.actions}>
          <Tag
            tone={words.tone}
            icon={words.tone === 'bad' ? 'warning' : 'clock'}
          >{`${WAITS[entry.endpoint] ?? 'Your change'}: ${words.label}`}</Tag>
        </div>
      ) : null}
      {entry?.refusal ? <p className={styles.bad}>{entry.refusal.message}</p> : null}
      <div className={styles.actions}>
        {entry ? (
          <>
            {entry.endpoint === closeEnquiry.name ? null : (
              <EntryAction entry={entry} onClick={() => onWriting(true)}>
                Edit
              </EntryAction>
            )}
            {conflict ? (
              <Action small look="primary" onClick={() => setAsking('conflict')}>
                See both
              </Action>
            ) : canRetry(entry) ? (
              <EntryAction entry={entry} icon="retry" onClick={() => act((box) => box.retry(entry.id))}>
                Try again
              </EntryAction>
            ) : null}
            <EntryAction entry={entry} look="danger" onClick={() => setAsking('discard')}>
              Discard
            </EntryAction>
          </>
        ) : (
          <>
            {row.mayAnswer ? (
              <Action look={row.answer === null ? 'primary' : 'plain'} onClick={() => onWriting(true)}>
                {row.answer === null ? 'Answer' : 'Change answer'}
              </Action>
            ) : null}
            {row.mayClose ? (
              <Action onClick={() => (row.answer === null ? setAsking('close') : close())}>Close enquiry</Action>
            ) : null}
          </>
        )}
      </div>
      {asking === 'close' ? (
        <Question
          title="Close without an answer?"
          text="The question has not been answered. Once closed, it cannot be answered any more."
          yes="Close enquiry"
          onNo={() => setAsking(null)}
          onYes={close}
        />
      ) : null}
      {asking === 'conflict' && entry && conflict ? (
        <ConflictDialog entry={entry} conflict={conflict} onClose={() => setAsking(null)} onAct={act} />
      ) : null}
      {asking === 'discard' && entry ? (
        <DiscardQuestion
          entry={entry}
          noun="enquiry"
          decision={false}
          yes="Discard"
          onNo={() => setAsking(null)}
          onYes={() => act((box) => box.discard(entry.id))}
        />
      ) : null}
    </>
  );
}

function AnswerForm({
  row,
  entry,
  onClose,
}: {
  row: Enquiry;
  entry: Entry | undefined;
  onClose: () => void;
}): ReactElement {
  // A change that was refused because the enquiry moved on is made again on the current version (OB-10).
  const current = entry?.refusal?.current as Enquiry | undefined;
  const base = current ?? (entry?.base as Enquiry | undefined) ?? row;
  const draftKey = `answer/${row.enquiryId}`;
  return (
    <WordsForm
      label="Answer"
      button="Send answer"
      start={row.answer ?? ''}
      {...(current?.answer && { hint: `On the server now, replaced by yours: ${current.answer}` })}
      draftKey={draftKey}
      parse={(answer) => parseAnswer({ answer })}
      store={(answer, draft) =>
        entry ? revise(entry.id, answerCommand(base, answer, draft)) : submit(answerCommand(base, answer, draft))
      }
      onClose={onClose}
    />
  );
}

function EditQuestion({ row, entry, onClose }: { row: Enquiry; entry: Entry; onClose: () => void }): ReactElement {
  const draftKey = `question/entry/${entry.id}`;
  return (
    <WordsForm
      label="Question"
      button="Send question"
      start={row.question}
      draftKey={draftKey}
      parse={(question) => parseQuestion({ question })}
      store={(question, draft) => revise(entry.id, askCommand(row.about, question, draft))}
      onClose={onClose}
    />
  );
}
