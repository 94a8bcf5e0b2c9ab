import { createFileRoute } from '@tanstack/react-router';
import { TravelRequests } from '#features/raise/TravelRequests.tsx';
import { TRAVEL_REQUEST_FILTERS } from '#features/raise/travelRequestFilters.ts';
import { listSearch } from '#list/search.ts';

export const Route = createFileRoute('/_signedIn/raise-travel-request')({
  staticData: { title: 'Raise Travel Request' },
  validateSearch: listSearch(TRAVEL_REQUEST_FILTERS),
  // For its first drawing only: later pages keep the old rows meanwhile.
  loader: async ({ context, location }) =>
    (await import('#features/raise/travelRequestRows.ts')).travelRequestRows(context.queryClient, location.search),
  staleTime: Infinity,
  component: TravelRequests,
});
