import type { ComponentType } from 'react';
import type { Endpoint } from '#contract/endpoint.ts';
import { type LocalView, LocalViewSwitch } from '#modules/claims/index.ts';
import { SUMMARY_LABELS } from '#domain/finance.ts';
import type { ToolsProps } from '#list/definition.ts';
import { lazyPart } from '#ui/lazyPart.tsx';
import { DownloadReport } from './DownloadReport.tsx';
import { REVIEW_SORTS } from './filters.ts';

/** What all tables of finance have in common. */
export const REVIEWED = {
  sorts: REVIEW_SORTS,
  summary: SUMMARY_LABELS,
  Conflict: lazyPart(async () => (await import('#modules/claims/ConflictDialog.tsx')).ConflictDialog),
  emptyHint:
    'Claims approved by managers appear here. Approvals after the last financial day wait for the next window; ' +
    'decided requests are behind the finance status filter.',
} as const;

/**
 * 'Download Report' of the rows that the table's filters select; on the page of local claims the choice between its
 * views too.
 */
export const toolsOf = (endpoint: Endpoint, view?: LocalView): ComponentType<ToolsProps> =>
  function Tools({ filters, sort }) {
    return (
      <>
        {view ? <LocalViewSwitch page="/view-local" current={view} /> : null}
        <DownloadReport endpoint={endpoint} list={{ filters, ...(sort && { sort }) }} />
      </>
    );
  };
