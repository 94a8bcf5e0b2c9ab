import { createFileRoute } from '@tanstack/react-router';
import { AllRequests } from '#modules/records/screens/AllRequests.tsx';
import { ALL_REQUESTS_FILTERS } from '#modules/records/index.ts';
import { listSearch } from '#list/search.ts';

export const Route = createFileRoute('/_signedIn/list')({
  staticData: { title: 'All Requests' },
  validateSearch: listSearch(ALL_REQUESTS_FILTERS),
  // For its first drawing only: later pages keep the old rows meanwhile.
  loader: async ({ context, location }) =>
    (await import('#modules/records/screens/AllRequests.tsx')).firstRows(context.queryClient, location.search),
  staleTime: Infinity,
  component: AllRequests,
});
