import { useMemo, type ReactElement } from 'react';
import { downloadDetailedReport, downloadSummarizedReport } from '#contract/calls/reports.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { useToday } from '#data/clock.ts';
import { useOnline } from '#data/online.ts';
import { useSession } from '#data/session.ts';
import { FilterChips } from '#filters/FilterChips.tsx';
import { FilterControl } from '#filters/FilterControl.tsx';
import { clearedTexts, toWire } from '#filters/value.ts';
import { useListSearch } from '#list/useListSearch.ts';
import { Action } from '#ui/Action.tsx';
import { toast } from '#ui/toast.ts';
import styles from '../Download.module.css';
import { NEEDS_NETWORK } from '../DownloadReport.tsx';
import { DownloadState, useDownload } from '../DownloadState.tsx';
import { FileType, useFileType } from '../FileType.tsx';
import { FinanceChartsFrame } from '../FinanceChartsFrame.tsx';
import { REPORT_FILTERS } from '../filters.ts';
import { ReportPreview } from '../ReportPreview.tsx';

const DEF = { filters: REPORT_FILTERS };
const NO_SORTS = [] as const;
const REPORTS = [
  {
    endpoint: downloadDetailedReport,
    button: 'Download Detailed Report',
    what: 'One row for each claim of all kinds, from what was claimed to what was paid.',
  },
  {
    endpoint: downloadSummarizedReport,
    button: 'Download Summarized Report',
    what: 'One row for each employee and kind: how many claims, and what was claimed, approved and paid.',
  },
] as const;

/** Reports of what finance approved, and the pictures of finance (REP-4, REP-5). */
export function DownloadReports(): ReactElement {
  const { timeZone } = useSession();
  const online = useOnline();
  const { texts, toFilters } = useListSearch(DEF);
  const today = useToday(timeZone);
  const filters = useMemo(() => toWire(texts, { today, timeZone }), [texts, today, timeZone]);
  const { bytes, running, start, stop } = useDownload();
  const [format, choose] = useFileType();
  const download = (endpoint: Endpoint): void =>
    online ? void start(endpoint, { filters }, format) : toast.hint(NEEDS_NETWORK);
  return (
    <div className={styles.page}>
      <div className={styles.bar}>
        <FilterChips
          uses={REPORT_FILTERS}
          texts={texts}
          onRemove={() => undefined}
          onClear={() => toFilters(clearedTexts(REPORT_FILTERS), undefined)}
        />
        <FilterControl
          uses={REPORT_FILTERS}
          sorts={NO_SORTS}
          texts={texts}
          sort={undefined}
          timeZone={timeZone}
          onApply={toFilters}
        />
      </div>
      <section className={styles.reports} aria-label="Reports">
        <div className={styles.head}>
          <ReportPreview filters={filters} />
          <FileType format={format} disabled={bytes !== null} onChoose={choose} />
        </div>
        {REPORTS.map(({ endpoint, button, what }) => (
          <div key={endpoint.name} className={styles.report}>
            <p>{what}</p>
            <div className={styles.go}>
              <Action
                icon="download"
                look={endpoint === downloadDetailedReport ? 'primary' : 'plain'}
                busy={running === endpoint.name}
                disabled={running !== null}
                refused={online ? undefined : NEEDS_NETWORK}
                onClick={() => download(endpoint)}
              >
                {button}
              </Action>
              <DownloadState bytes={running === endpoint.name ? bytes : null} onStop={stop} />
            </div>
          </div>
        ))}
      </section>
      <FinanceChartsFrame />
    </div>
  );
}
