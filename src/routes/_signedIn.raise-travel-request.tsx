import { createFileRoute } from '@tanstack/react-router';
import { TravelRequests } from '#modules/trip/screens/TravelRequests.tsx';
import { listSearch } from '#list/search.ts';
import { TRAVEL_REQUEST_FILTERS } from '#modules/claims/index.ts';

export const Route = createFileRoute('/_signedIn/raise-travel-request')({
  staticData: { title: 'Raise Travel Request', shortTitle: 'Trips' },
  validateSearch: listSearch(TRAVEL_REQUEST_FILTERS),
  // For its first drawing only: later pages keep the old rows meanwhile.
  loader: async ({ context, location }) =>
    (await import('#modules/trip/screens/TravelRequests.tsx')).firstRows(context.queryClient, location.search),
  staleTime: Infinity,
  component: TravelRequests,
});
