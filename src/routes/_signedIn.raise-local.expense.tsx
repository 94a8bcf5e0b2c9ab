import { createFileRoute } from '@tanstack/react-router';
import { RaiseLocalExpense } from '#modules/localExpense/screens/RaiseLocalExpense.tsx';
import { listSearch } from '#list/search.ts';
import { LOCAL_EXPENSE_FILTERS } from '#modules/claims/index.ts';

export const Route = createFileRoute('/_signedIn/raise-local/expense')({
  staticData: { title: 'Raise Local Expense and Conveyance', shortTitle: 'Local' },
  validateSearch: listSearch(LOCAL_EXPENSE_FILTERS),
  // For its first drawing only: later pages keep the old rows meanwhile.
  loader: async ({ context, location }) =>
    (await import('#modules/localExpense/screens/RaiseLocalExpense.tsx')).firstRows(
      context.queryClient,
      location.search,
    ),
  staleTime: Infinity,
  component: RaiseLocalExpense,
});
