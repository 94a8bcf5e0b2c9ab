import { createFileRoute } from '@tanstack/react-router';
import { BATCH_FILTERS } from '#features/tally/filters.ts';
import { ViewTally } from '#features/tally/ViewTally.tsx';
import { listSearch } from '#list/search.ts';

export const Route = createFileRoute('/_signedIn/view-tally-service')({
  staticData: { title: 'View Tally' },
  validateSearch: listSearch(BATCH_FILTERS),
  component: ViewTally,
});
