import { useId, useRef, useState, type ReactElement } from 'react';
import { Action } from '#ui/Action.tsx';
import { toast } from '#ui/toast.ts';
import styles from './FileZone.module.css';
import type { Sending } from './useFileUpload.ts';

export interface FileZoneProps {
  /** What a screen reader calls the input. */
  label: string;
  /** On the button. */
  button: string;
  /** What may be dropped. */
  hint: string;
  accept: string;
  sending: Sending | null;
  /** Another file is on its way elsewhere. */
  disabled?: boolean;
  /** Why no file can be sent now. */
  refused?: string | undefined;
  onFile: (file: File) => void;
  onStop: () => void;
}

/** Takes one file, by a button or dropped, and shows how far it has gone. */
export function FileZone(props: FileZoneProps): ReactElement {
  const { label, button, hint, accept, sending, disabled = false, refused, onFile, onStop } = props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const take = ([file, ...others]: readonly File[]): void => {
    if (!file || disabled || sending) return;
    if (refused !== undefined) {
      toast.hint(refused);
      return;
    }
    if (others.length > 0) toast.hint(`One file at a time: “${file.name}” is taken.`);
    onFile(file);
  };
  return (
    <div
      className={styles.zone}
      data-over={over ? '' : undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        take([...event.dataTransfer.files]);
      }}
    >
      <input
        ref={input}
        id={id}
        type="file"
        accept={accept}
        aria-label={label}
        tabIndex={-1}
        className="k-spoken"
        disabled={disabled || sending !== null}
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])];
          // Emptied, so that the same file can be chosen again when it has been mended.
          event.currentTarget.value = '';
          take(files);
        }}
      />
      {sending ? (
        <div className={styles.sending}>
          <p role="status">{sending.part < 1 ? `Sending ${sending.name}` : `${sending.name} is being read`}</p>
          <progress
            className={styles.progress}
            aria-label={`Sending ${sending.name}`}
            {...(sending.part < 1 && { value: sending.part, max: 1 })}
          />
          <Action small look="quiet" onClick={onStop}>
            Stop
          </Action>
        </div>
      ) : (
        <>
          <Action
            icon="file"
            disabled={disabled}
            refused={refused}
            onClick={() => (refused === undefined ? input.current?.click() : toast.hint(refused))}
          >
            {button}
          </Action>
          <p className={styles.drop}>{hint}</p>
        </>
      )}
    </div>
  );
}
