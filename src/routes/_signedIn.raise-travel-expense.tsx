import { createFileRoute } from '@tanstack/react-router';
import { RaiseTravelExpense } from '#modules/travelExpense/screens/RaiseTravelExpense.tsx';
import { listSearch } from '#list/search.ts';
import { TRAVEL_EXPENSE_FILTERS } from '#modules/claims/index.ts';

export const Route = createFileRoute('/_signedIn/raise-travel-expense')({
  staticData: { title: 'Raise Travel Expense', shortTitle: 'Travel' },
  validateSearch: listSearch(TRAVEL_EXPENSE_FILTERS),
  // For its first drawing only: later pages keep the old rows meanwhile.
  loader: async ({ context, location }) =>
    (await import('#modules/travelExpense/screens/RaiseTravelExpense.tsx')).firstRows(
      context.queryClient,
      location.search,
    ),
  staleTime: Infinity,
  component: RaiseTravelExpense,
});
