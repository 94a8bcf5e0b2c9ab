import type { ReactElement } from 'react';
import { counted } from '#domain/tallyWords.ts';
import { Icon } from '#ui/Icon.tsx';
import styles from './Documents.module.css';
import { downloadReturned } from './sheetFiles.ts';
import type { Outcome } from './SheetUpload.tsx';

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
