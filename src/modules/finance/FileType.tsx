import { useState, type ReactElement } from 'react';
import { REPORT_FORMATS, type ReportFormat } from '#contract/report.ts';
import { readLocal, writeLocal } from '#data/local.ts';
import styles from './Download.module.css';

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
