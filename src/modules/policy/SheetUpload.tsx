import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import type { uploadExpenses, uploadPayments } from '#contract/calls/sheets.ts';
import { SHEETS, type SheetAnswer, type SheetKind } from '#contract/sheets.ts';
import { isUnreachable, messageOf } from '#data/errors.ts';
import { useOnline } from '#data/online.ts';
import { invalidate } from '#data/query.ts';
import { FileZone } from '#files/FileZone.tsx';
import { useFileUpload } from '#files/useFileUpload.ts';
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
  const client = useQueryClient();
  const online = useOnline();
  const { sending, send, stop } = useFileUpload();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [loading, setLoading] = useState(false);

  const upload = async (file: File): Promise<void> => {
    const { name } = file;
    onRunning(kind);
    setOutcome(null);
    try {
      const answer = await send(endpoint, file);
      if (answer === null)
        setOutcome({
          name,
          error: 'Stopped. Rows that were already processed stay processed; you can upload the same sheet again.',
        });
      else {
        setOutcome({ name, answer });
        void invalidate(client, endpoint);
      }
    } catch (error) {
      setOutcome({
        name,
        error: isUnreachable(error)
          ? `${messageOf(error)} The same sheet can be uploaded again: nothing is done twice.`
          : messageOf(error),
      });
    } finally {
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
      <FileZone
        label={title}
        button={`Upload ${title}`}
        hint="or drop one .xlsx file here"
        accept={ACCEPT}
        sending={sending}
        disabled={running !== null}
        refused={refused}
        onFile={(file) => void upload(file)}
        onStop={stop}
      />
      {outcome ? <SheetResult outcome={outcome} /> : null}
    </section>
  );
}
