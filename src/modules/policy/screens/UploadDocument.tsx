import { useState, type ReactElement } from 'react';
import { uploadExpenses, uploadPayments } from '#contract/calls/sheets.ts';
import { useOnline } from '#data/online.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { Notice } from '#ui/Notice.tsx';
import { toast } from '#ui/toast.ts';
import styles from '../Documents.module.css';
import { SheetUpload } from '../SheetUpload.tsx';
import type { SheetKind } from '#contract/sheets.ts';

/**
 * The two sheets of finance's documents: one file at a time goes up, and what comes of it is listed (PAY-1).
 */
export function UploadDocument({ onClose }: { onClose: () => void }): ReactElement {
  const online = useOnline();
  const [running, setRunning] = useState<SheetKind | null>(null);
  const close = (): void => {
    if (running === null) onClose();
    else toast.hint('One moment: the file is on its way.');
  };
  return (
    <Dialog title="Upload Document" size={860} onClose={close}>
      <div className={styles.page}>
        {online ? null : (
          <Notice tone="wait" icon="cloudOff" role="status">
            Sheets need a connection. What came back is still listed here.
          </Notice>
        )}
        <div className={styles.sheets}>
          <SheetUpload
            kind="expense"
            title="Expenses"
            endpoint={uploadExpenses}
            text="Puts claims that finance approved into a Tally batch, and gives back its import file."
            running={running}
            onRunning={setRunning}
          />
          <SheetUpload
            kind="payment"
            title="Payments"
            endpoint={uploadPayments}
            text="Marks claims paid, which their owners see, and gives back the payment vouchers for Tally."
            running={running}
            onRunning={setRunning}
          />
        </div>
      </div>
    </Dialog>
  );
}
