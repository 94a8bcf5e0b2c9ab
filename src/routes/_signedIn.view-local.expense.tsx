import { createFileRoute } from '@tanstack/react-router';
import { LOCAL_REVIEW_FILTERS, REVIEW_SORTS } from '#modules/finance/index.ts';
import { ViewLocalExpense } from '#modules/localExpense/screens/ViewLocalExpense.tsx';
import { listSearch } from '#list/search.ts';

export const Route = createFileRoute('/_signedIn/view-local/expense')({
  staticData: {
    title: 'Local Expense and Conveyance Reports',
    tabTitle: 'View Local Expense',
    shortTitle: 'Local',
  },
  validateSearch: listSearch(LOCAL_REVIEW_FILTERS, REVIEW_SORTS),
  // For its first drawing only: later pages keep the old rows meanwhile.
  loader: async ({ context, location }) =>
    (await import('#modules/localExpense/screens/ViewLocalExpense.tsx')).firstRows(
      context.queryClient,
      location.search,
    ),
  staleTime: Infinity,
  component: ViewLocalExpense,
});
