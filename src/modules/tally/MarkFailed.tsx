import { useRef, useState, type FormEvent, type ReactElement } from 'react';
import { parseMark } from '#domain/tally.ts';
import { Action } from '#ui/Action.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { TextArea } from '#ui/TextArea.tsx';

/** Why Tally did not take them: a failure needs its reason. */
export function MarkFailed({
  text,
  busy,
  onMark,
  onClose,
}: {
  /** What is said by it. */
  text: string;
  busy: boolean;
  onMark: (reason: string) => Promise<void>;
  onClose: () => void;
}): ReactElement {
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string>();
  const field = useRef<HTMLTextAreaElement>(null);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const parsed = parseMark({ posted: false, reason });
    setError(parsed.ok ? undefined : parsed.message);
    if (parsed.ok) void onMark(parsed.value.reason ?? '');
    else field.current?.focus();
  };
  return (
    <Dialog
      small
      size={460}
      title="Mark failed?"
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          <Action onClick={onClose}>Cancel</Action>
          <Action type="submit" look="danger" busy={busy}>
            Mark failed
          </Action>
        </>
      }
    >
      <p
        style={{ margin: '0 0 16px', lineHeight: 1.5 }}
      >{`${text} What failed can be exported again, or be taken out of the batch.`}</p>
      <TextArea
        label="Reason"
        value={reason}
        error={error}
        maxLength={500}
        inputRef={field}
        onChange={(typed) => {
          setReason(typed);
          setError(undefined);
        }}
      />
    </Dialog>
  );
}
