import { useState, type ReactElement } from 'react';
import type { Endpoint } from '#contract/endpoint.ts';
import type { ListQuery } from '#contract/query.ts';
import { REPORT_FORMATS, type ReportFormat } from '#contract/report.ts';
import { readLocal, writeLocal } from '#start/local.ts';
import { useOnline } from '#data/online.ts';
import { Action } from '#ui/Action.tsx';
import { toast } from '#ui/toast.ts';
import styles from './Download.module.css';
import { DownloadState, useDownload } from './DownloadState.tsx';

const KEY = 'kharcha.fileType';

/** The type of file chosen last on this device; CSV at first. */
export function useFileType(): [ReportFormat, (format: ReportFormat) => void] {
  const [format, setFormat] = useState<ReportFormat>(
    () => REPORT_FORMATS.find((each) => each === readLocal(KEY)) ?? 'csv',
  );
  return [
    format,
    (next) => {
      setFormat(next);
      writeLocal(KEY, next);
    },
  ];
}

/** CSV or XLSX, a small choice beside the button that downloads. */
export function FileType({
  format,
  disabled,
  onChoose,
}: {
  format: ReportFormat;
  disabled: boolean;
  onChoose: (format: ReportFormat) => void;
}): ReactElement {
  return (
    <select
      className={styles.type}
      aria-label="File type"
      value={format}
      disabled={disabled}
      onChange={(event) => onChoose(event.target.value as ReportFormat)}
    >
      {REPORT_FORMATS.map((each) => (
        <option key={each} value={each}>
          {each.toUpperCase()}
        </option>
      ))}
    </select>
  );
}

export const NEEDS_NETWORK = 'Reports are made on the server and need a connection.';

interface DownloadReportProps {
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
