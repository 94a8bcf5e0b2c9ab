import { createFileRoute } from '@tanstack/react-router';
import { DownloadReports } from '#modules/finance/screens/DownloadReports.tsx';
import { REPORT_FILTERS } from '#modules/finance/index.ts';
import { listSearch } from '#list/search.ts';

export const Route = createFileRoute('/_signedIn/downloadReport')({
  staticData: { title: 'Download Reports', shortTitle: 'Reports' },
  validateSearch: listSearch(REPORT_FILTERS),
  component: DownloadReports,
});
