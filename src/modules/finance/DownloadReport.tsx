import type { ReactElement } from 'react';
import type { Endpoint } from '#contract/endpoint.ts';
import type { ListQuery } from '#contract/query.ts';
import { useOnline } from '#data/online.ts';
import { Action } from '#ui/Action.tsx';
import { toast } from '#ui/toast.ts';
import styles from './Download.module.css';
import { DownloadState, useDownload } from './DownloadState.tsx';
import { FileType, useFileType } from './FileType.tsx';

export const NEEDS_NETWORK = 'Reports are made on the server and need a connection.';

export interface DownloadReportProps {
  /** downloadLocalExpenses, downloadConveyance or downloadTravelExpenses. */
  endpoint: Endpoint;
  /**
   * The filters and the sort of the list that is shown, as it sends them: the file has the same rows, all pages of
   * them.
   */
  list: Pick<Partial<ListQuery>, 'filters' | 'sort'>;
}

/** 'Download Report' of a list, as CSV or XLSX. */
export function DownloadReport({ endpoint, list }: DownloadReportProps): ReactElement {
  const online = useOnline();
  const { bytes, start, stop } = useDownload();
  const [format, choose] = useFileType();
  return (
    <span className={styles.download}>
      <span className={styles.joined}>
        <Action
          icon="download"
          busy={bytes !== null}
          refused={online ? undefined : NEEDS_NETWORK}
          onClick={() => (online ? void start(endpoint, list, format) : toast.hint(NEEDS_NETWORK))}
        >
          Download Report
        </Action>
        <FileType format={format} disabled={bytes !== null} onChoose={choose} />
      </span>
      <DownloadState bytes={bytes} onStop={stop} />
    </span>
  );
}
