import { createFileRoute } from '@tanstack/react-router';
import { CANDIDATE_FILTERS, CANDIDATE_SORTS } from '#modules/tally/index.ts';
import { TallyData } from '#modules/tally/screens/TallyData.tsx';
import { listSearch } from '#list/search.ts';

export const Route = createFileRoute('/_signedIn/tally-data')({
  staticData: { title: 'Tally Data' },
  validateSearch: listSearch(CANDIDATE_FILTERS, CANDIDATE_SORTS),
  component: TallyData,
});
