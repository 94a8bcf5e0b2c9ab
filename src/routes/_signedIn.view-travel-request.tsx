import { createFileRoute } from '@tanstack/react-router';
import { AdminTravelRequests } from '#modules/trip/screens/AdminTravelRequests.tsx';
import { ADMIN_TRIP_FILTERS } from '#modules/trip/index.ts';
import { listSearch } from '#list/search.ts';

export const Route = createFileRoute('/_signedIn/view-travel-request')({
  staticData: { title: 'Admin Travel Requests', tabTitle: 'View Travel Request', shortTitle: 'Trips' },
  validateSearch: listSearch(ADMIN_TRIP_FILTERS),
  // For its first drawing only: later pages keep the old rows meanwhile.
  loader: async ({ context, location }) =>
    (await import('#modules/trip/screens/AdminTravelRequests.tsx')).firstRows(context.queryClient, location.search),
  staleTime: Infinity,
  component: AdminTravelRequests,
});
