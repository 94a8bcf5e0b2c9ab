import { useQuery } from '@tanstack/react-query';
import { useMemo, type ReactElement } from 'react';
import { searchConveyance } from '#contract/calls/conveyance.ts';
import { searchLocalExpenses } from '#contract/calls/localExpenses.ts';
import { downloadDetailedReport, downloadGstCredits, downloadSummarizedReport } from '#contract/calls/reports.ts';
import { searchTravelExpenses } from '#contract/calls/travelExpenses.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import type { Filters } from '#contract/query.ts';
import { useOnline } from '#data/online.ts';
import { readOptions } from '#data/query.ts';
import { useSession } from '#data/session.ts';
import { formatRupees } from '#domain/money.ts';
import { FilterChips } from '#filters/FilterChips.tsx';
import { FilterControl } from '#filters/FilterControl.tsx';
import { useCalendar } from '#filters/useCalendar.ts';
import { clearedTexts, toWire } from '#filters/value.ts';
import { useListSearch } from '#list/useListSearch.ts';
import { claimsText, WhenVisible } from '#modules/claims/index.ts';
import { Action } from '#ui/Action.tsx';
import { lazyPart } from '#ui/lazyPart.tsx';
import { toast } from '#ui/toast.ts';
import styles from '../Download.module.css';
import { FileType, NEEDS_NETWORK, useFileType } from '../DownloadReport.tsx';
import { DownloadState, useDownload } from '../DownloadState.tsx';
import { REPORT_FILTERS } from '../filters.ts';

/**
 * How many claims the reports will tell of, and what finance approved of them: what the lists say of the same filters.
 */
function ReportPreview({ filters }: { filters: Filters }): ReactElement {
  const list = { filters, pageSize: 1 };
  const found = [
    useQuery(readOptions(searchLocalExpenses, { list })),
    useQuery(readOptions(searchTravelExpenses, { list })),
    useQuery(readOptions(searchConveyance, { list })),
  ];
  const answers = found.flatMap(({ data }) => (data ? [data.data] : []));
  const whole = answers.length === found.length;
  const sum = (of: (answer: (typeof answers)[number]) => number): number =>
    answers.reduce((total, answer) => total + of(answer), 0);
  const claims = sum(({ results }) => results.totalElements);
  return (
    <p className={styles.preview} role="status">
      {whole ? (
        <>
          <strong>{formatRupees(Math.round(sum(({ summary }) => (summary?.ACCEPTED_AMOUNT ?? 0) * 100)) / 100)}</strong>
          <span>{claims === 0 ? 'approved: no claim fits these filters' : `approved on ${claimsText(claims)}`}</span>
        </>
      ) : (
        <span>{found.some(({ isError }) => isError) ? 'Preview needs a connection.' : '\u00A0'}</span>
      )}
    </p>
  );
}

const FinanceCharts = lazyPart(async () => (await import('../FinanceCharts.tsx')).FinanceCharts);

/** The place of finance's pictures: fetched and drawn once it is looked at (REP-7). */
export function FinanceChartsFrame(): ReactElement | null {
  const { roles } = useSession();
  if (!roles.isFinance) return null;
  return (
    <WhenVisible id="finance-pictures" title="Pictures">
      {(fallback) => <FinanceCharts fallback={fallback} />}
    </WhenVisible>
  );
}

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
  {
    endpoint: downloadGstCredits,
    button: 'Download GST Credits',
    what: 'One row for each verified GST e-invoice to your organisation, with the claim that it is on.',
  },
] as const;

/** Reports of what finance approved, and the pictures of finance (REP-4, REP-5). */
export function DownloadReports(): ReactElement {
  const { timeZone } = useSession();
  const online = useOnline();
  const { texts, toFilters } = useListSearch(DEF);
  const calendar = useCalendar(timeZone, texts);
  const filters = useMemo(() => toWire(texts, calendar), [texts, calendar]);
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
