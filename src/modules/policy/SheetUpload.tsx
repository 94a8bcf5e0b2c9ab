import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState, type ReactElement } from 'react';
import type { uploadExpenses, uploadPayments } from '#contract/calls/sheets.ts';
import { SHEETS, type SheetAnswer, type SheetKind } from '#contract/sheets.ts';
import { isUnreachable, messageOf } from '#data/errors.ts';
import { useOnline } from '#data/online.ts';
import { invalidate } from '#data/query.ts';
import { uploadFile } from '#data/upload.ts';
import { Action } from '#ui/Action.tsx';
import { toast } from '#ui/toast.ts';
import styles from './Documents.module.css';
import { downloadTemplate, SheetResult } from './SheetResult.tsx';

export interface SheetUploadProps {
  kind: SheetKind;
  title: 'Expenses' | 'Payments';
  endpoint: typeof uploadExpenses | typeof uploadPayments;
  text: string;
  /** Which of the two is under way: one file at a time. */
  running: SheetKind | null;
  onRunning: (running: SheetKind | null) => void;
}

export interface Outcome {
  name: string;
  answer?: SheetAnswer;
  /** Why the sheet was refused, in the server's own words. */
  error?: string;
}

const NEEDS_NETWORK = 'Sheets need a connection.';
const ACCEPT = '.xlsx,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** One of the sheets: its template, its control, and what came of the last upload. */
export function SheetUpload({ kind, title, endpoint, text, running, onRunning }: SheetUploadProps): ReactElement {
  const id = useId();
  const client = useQueryClient();
  const online = useOnline();
  const input = useRef<HTMLInputElement>(null);
  const stop = useRef<AbortController | null>(null);
  const [over, setOver] = useState(false);
  const [sending, setSending] = useState<{ name: string; part: number } | null>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [loading, setLoading] = useState(false);
  useEffect(() => () => stop.current?.abort(), []);

  const send = async (files: readonly File[]): Promise<void> => {
    const [file, ...others] = files;
    if (!file || running !== null) return;
    if (!online) {
      toast.hint(NEEDS_NETWORK);
      return;
    }
    if (others.length > 0) toast.hint(`One file at a time: “${file.name}” is taken.`);
    const own = new AbortController();
    stop.current = own;
    onRunning(kind);
    setOutcome(null);
    setSending({ name: file.name, part: 0 });
    try {
      const answer = await uploadFile(endpoint, file, {
        signal: own.signal,
        onSent: (part) => setSending({ name: file.name, part }),
      });
      setOutcome({ name: file.name, answer });
      void invalidate(client, endpoint);
    } catch (error) {
      if (own.signal.aborted)
        setOutcome({
          name: file.name,
          error: 'Stopped. Rows that were already processed stay processed; you can upload the same sheet again.',
        });
      else
        setOutcome({
          name: file.name,
          error: isUnreachable(error)
            ? `${messageOf(error)} The same sheet can be uploaded again: nothing is done twice.`
            : messageOf(error),
        });
    } finally {
      stop.current = null;
      setSending(null);
      onRunning(null);
    }
  };
  const template = async (): Promise<void> => {
    if (!online) {
      toast.hint(NEEDS_NETWORK);
      return;
    }
    setLoading(true);
    await downloadTemplate(kind);
    setLoading(false);
  };
  const refused = online ? undefined : NEEDS_NETWORK;
  return (
    <section className={styles.sheet} aria-label={kind === 'expense' ? 'Expense sheet' : 'Payment sheet'}>
      <h3 className={styles.title}>{title}</h3>
      <p className={styles.text}>{text}</p>
      <p className={styles.columns}>{`Columns: ${SHEETS[kind].columns.join(', ')}.`}</p>
      <div className={styles.template}>
        <Action small look="soft" icon="download" busy={loading} refused={refused} onClick={() => void template()}>
          {kind === 'expense' ? 'Download Expense Sheet' : 'Download Payment Sheet'}
        </Action>
      </div>
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
          void send([...event.dataTransfer.files]);
        }}
      >
        <input
          ref={input}
          id={id}
          type="file"
          accept={ACCEPT}
          aria-label={title}
          tabIndex={-1}
          className={styles.hidden}
          disabled={running !== null}
          onChange={(event) => {
            const files = [...(event.currentTarget.files ?? [])];
            // Emptied, so that the same sheet can be chosen again when it has been mended.
            event.currentTarget.value = '';
            void send(files);
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
            <Action small look="quiet" onClick={() => stop.current?.abort()}>
              Stop
            </Action>
          </div>
        ) : (
          <>
            <Action
              icon="file"
              disabled={running !== null}
              refused={refused}
              onClick={() => (online ? input.current?.click() : toast.hint(NEEDS_NETWORK))}
            >{`Upload ${title}`}</Action>
            <p className={styles.drop}>or drop one .xlsx file here</p>
          </>
        )}
      </div>
      {outcome ? <SheetResult outcome={outcome} /> : null}
    </section>
  );
}
