import { createFileRoute } from '@tanstack/react-router';
import { ApproveTravelExpense } from '#modules/travelExpense/screens/ApproveTravelExpense.tsx';
import { TEAM_SORTS, TEAM_TRAVEL_FILTERS } from '#modules/claims/index.ts';
import { listSearch } from '#list/search.ts';

export const Route = createFileRoute('/_signedIn/approve-travel-expense')({
  staticData: { title: 'Approve/Reject Travel Expenses', shortTitle: 'Travel' },
  validateSearch: listSearch(TEAM_TRAVEL_FILTERS, TEAM_SORTS),
  // For its first drawing only: later pages keep the old rows meanwhile.
  loader: async ({ context, location }) =>
    (await import('#modules/travelExpense/screens/ApproveTravelExpense.tsx')).firstRows(
      context.queryClient,
      location.search,
    ),
  staleTime: Infinity,
  component: ApproveTravelExpense,
});
