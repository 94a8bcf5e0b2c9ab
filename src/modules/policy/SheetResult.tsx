import type { ReactElement } from 'react';
import { downloadExpenseExcel } from '#contract/calls/sheets.ts';
import { SHEETS, type SheetKind } from '#contract/sheets.ts';
import { ApiError, messageOf } from '#data/errors.ts';
import { call } from '#data/http.ts';
import { saveAddress } from '#data/saveFile.ts';
import { counted } from '#domain/tallyWords.ts';
import { Icon } from '#ui/Icon.tsx';
import { toast } from '#ui/toast.ts';
import styles from './Documents.module.css';
import type { Outcome } from './SheetUpload.tsx';

/** What is said when a file does not come: the server answered something else, or nothing came (REP-3). */
const failureText = (error: unknown): string =>
  error instanceof ApiError && error.status !== 0
    ? `Network Response was not 200. ${error.message}`
    : `Error Downloading file: ${messageOf(error)}`;

async function saved(get: () => Promise<string>): Promise<void> {
  try {
    toast.success(`${await get()} is saved.`);
  } catch (error) {
    toast.error(failureText(error));
  }
}

/**
 * Saves Expense.xlsx or Payment.xlsx, with the claims that can be filled in. Never rejects: what went wrong is said.
 */
export const downloadTemplate = (kind: SheetKind): Promise<void> =>
  saved(async () =>
    saveAddress(
      (await call(downloadExpenseExcel, { query: { isPayments: String(kind === 'payment') } })).data,
      SHEETS[kind].fileName,
    ),
  );

/** Saves a file that came back. Its address is good for some minutes. */
const downloadReturned = (name: string, address: string): Promise<void> => saved(() => saveAddress(address, name));

/** What came of a sheet: how many of its rows were carried out, why others were not, and the files that it gave. */
export function SheetResult({ outcome }: { outcome: Outcome }): ReactElement {
  const { name, answer, error } = outcome;
  if (!answer) {
    return (
      <div className={styles.result} data-tone="bad" role="alert">
        <Icon name="warning" />
        <div>
          <p className={styles.name}>{name}</p>
          <p>{error}</p>
        </div>
      </div>
    );
  }
  const { done, refused, errorMessage, data } = answer;
  const files = Object.entries(data);
  return (
    <div className={styles.result} data-tone={refused > 0 || errorMessage ? 'wait' : 'good'} role="status">
      <Icon name={refused > 0 || errorMessage ? 'warning' : 'check'} />
      <div>
        <p className={styles.name}>{name}</p>
        <p>{[`${counted(done, 'row')} carried out`, ...(refused > 0 ? [`${refused} refused`] : [])].join(', ')}.</p>
        {errorMessage ? <p>{errorMessage}</p> : null}
        {files.length > 0 ? (
          <ul className={styles.files} aria-label={`Files of ${name}`}>
            {files.map(([file, address]) => (
              <li key={file}>
                <a
                  href={address}
                  download={file}
                  onClick={(event) => {
                    event.preventDefault();
                    void downloadReturned(file, address);
                  }}
                >
                  <Icon name="download" size={18} />
                  <span>{file}</span>
                </a>
              </li>
            ))}
          </ul>
        ) : null}
      </div>
    </div>
  );
}
