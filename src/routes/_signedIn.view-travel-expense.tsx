import { createFileRoute } from '@tanstack/react-router';
import { REVIEW_SORTS, TRAVEL_REVIEW_FILTERS } from '#modules/finance/index.ts';
import { ViewTravelExpense } from '#modules/travelExpense/screens/ViewTravelExpense.tsx';
import { listSearch } from '#list/search.ts';

export const Route = createFileRoute('/_signedIn/view-travel-expense')({
  staticData: { title: 'Travel Expense Reports', tabTitle: 'View Travel Expense', shortTitle: 'Travel' },
  validateSearch: listSearch(TRAVEL_REVIEW_FILTERS, REVIEW_SORTS),
  // For its first drawing only: later pages keep the old rows meanwhile.
  loader: async ({ context, location }) =>
    (await import('#modules/travelExpense/screens/ViewTravelExpense.tsx')).firstRows(
      context.queryClient,
      location.search,
    ),
  staleTime: Infinity,
  component: ViewTravelExpense,
});
