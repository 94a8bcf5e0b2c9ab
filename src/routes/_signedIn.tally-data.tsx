import { createFileRoute } from '@tanstack/react-router';
import { CANDIDATE_FILTERS, CANDIDATE_SORTS } from '#features/tally/filters.ts';
import { TallyData } from '#features/tally/TallyData.tsx';
import { listSearch } from '#list/search.ts';

export const Route = createFileRoute('/_signedIn/tally-data')({
  staticData: { title: 'Tally Data' },
  validateSearch: listSearch(CANDIDATE_FILTERS, CANDIDATE_SORTS),
  component: TallyData,
});
