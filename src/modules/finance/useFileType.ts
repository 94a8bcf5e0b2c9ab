import { useState } from 'react';
import { REPORT_FORMATS, type ReportFormat } from '#contract/report.ts';
import { readLocal, writeLocal } from '#data/local.ts';

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
