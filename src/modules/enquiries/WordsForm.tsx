import { useEffect, useRef, useState, type ReactElement } from 'react';
import { MAX_REMARKS } from '#contract/limits.ts';
import type { FormDraft } from '#data/submit.ts';
import type { ParseResult } from '#domain/verdict.ts';
import { plainDrafts } from '#modules/claims/index.ts';
import { useDraft, useFoundDraft } from '#form/useDraft.ts';
import { notifyWhenSaved } from '#list/savedNotice.ts';
import type { Entry } from '#outbox/entry.ts';
import { Action } from '#ui/Action.tsx';
import { Failure } from '#ui/Notice.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import styles from './Enquiries.module.css';

const drafts = plainDrafts((value) => (typeof value === 'string' ? value : null));

export interface WordsFormProps {
  label: 'Question' | 'Answer';
  button: string;
  start: string;
  /** Names its draft on the device. */
  draftKey: string;
  hint?: string;
  parse: (text: string) => ParseResult<string>;
  /** Stores it; resolves when it is durable. */
  store: (text: string, draft: FormDraft) => Promise<Entry>;
  onClose: () => void;
}

/** One text, written in place: judged by the rule that the server uses, kept as a draft, stored in the outbox. */
export function WordsForm({
  label,
  button,
  start,
  draftKey,
  hint,
  parse,
  store,
  onClose,
}: WordsFormProps): ReactElement {
  const [text, setText] = useState(start);
  const [error, setError] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const draft = useDraft(draftKey, drafts);
  const { keep, rest, resume, end, drop, ref } = draft;
  useEffect(() => field.current?.focus(), []);
  useFoundDraft(draft, setText);

  const judge = (value: string): string | undefined => {
    const parsed = parse(value);
    return parsed.ok ? undefined : parsed.message;
  };
  const send = async (): Promise<void> => {
    const parsed = parse(text);
    if (!parsed.ok) {
      setError(parsed.message);
      field.current?.focus();
      return;
    }
    setBusy(true);
    setFailure(undefined);
    try {
      await rest();
      const entry = await store(parsed.value, ref());
      end();
      notifyWhenSaved(entry.id);
      onClose();
    } catch (problem) {
      void resume();
      setBusy(false);
      setFailure(problem instanceof Error ? problem.message : 'It could not be saved on this device.');
    }
  };
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <TextArea
        label={label}
        hint={hint}
        value={text}
        error={error}
        maxLength={MAX_REMARKS}
        inputRef={field}
        onChange={(next) => {
          setText(next);
          keep(next);
          if (error !== undefined) setError(judge(next));
        }}
      />
      <Failure text={failure} />
      <div className={styles.actions}>
        <Action type="submit" look="primary" busy={busy}>
          {button}
        </Action>
        <Action
          onClick={() => {
            void drop();
            onClose();
          }}
        >
          Cancel
        </Action>
      </div>
    </form>
  );
}
