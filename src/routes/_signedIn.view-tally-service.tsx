import { createFileRoute } from '@tanstack/react-router';
import { BATCH_FILTERS } from '#modules/tally/index.ts';
import { ViewTally } from '#modules/tally/screens/ViewTally.tsx';
import { listSearch } from '#list/search.ts';

export const Route = createFileRoute('/_signedIn/view-tally-service')({
  staticData: { title: 'View Tally' },
  validateSearch: listSearch(BATCH_FILTERS),
  component: ViewTally,
});
