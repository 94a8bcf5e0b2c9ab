import { createFileRoute } from '@tanstack/react-router';
import { ApproveTravelRequest } from '#modules/trip/screens/ApproveTravelRequest.tsx';
import { TEAM_SORTS, TEAM_TRIP_FILTERS } from '#modules/claims/index.ts';
import { listSearch } from '#list/search.ts';

export const Route = createFileRoute('/_signedIn/approve-travel-request')({
  staticData: { title: 'Approve/Reject Travel Requests', shortTitle: 'Trips' },
  validateSearch: listSearch(TEAM_TRIP_FILTERS, TEAM_SORTS),
  // For its first drawing only: later pages keep the old rows meanwhile.
  loader: async ({ context, location }) =>
    (await import('#modules/trip/screens/ApproveTravelRequest.tsx')).firstRows(context.queryClient, location.search),
  staleTime: Infinity,
  component: ApproveTravelRequest,
});
