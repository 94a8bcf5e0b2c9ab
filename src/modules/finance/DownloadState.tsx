import type { ReactElement } from 'react';
import { IconAction } from '#ui/IconAction.tsx';
import styles from './Download.module.css';
import { sizeText } from './useDownload.ts';

/**
 * What has come of a download, and a way to end it. The size of the whole is not known: the server writes it while it
 * is read.
 */
export function DownloadState({ bytes, onStop }: { bytes: number | null; onStop: () => void }): ReactElement {
  return (
    <span className={bytes === null ? styles.idle : styles.state}>
      <span role="status" className={styles.said}>
        {bytes === null ? '' : 'Downloading'}
      </span>
      {bytes === null ? null : (
        <>
          <span aria-hidden="true">{bytes === 0 ? 'Starting' : sizeText(bytes)}</span>
          <IconAction icon="close" name="Stop the download" onClick={onStop} />
        </>
      )}
    </span>
  );
}
