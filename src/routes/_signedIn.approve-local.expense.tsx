import { createFileRoute } from '@tanstack/react-router';
import { ApproveLocalExpense } from '#modules/localExpense/screens/ApproveLocalExpense.tsx';
import { TEAM_LOCAL_FILTERS, TEAM_SORTS } from '#modules/claims/index.ts';
import { listSearch } from '#list/search.ts';

export const Route = createFileRoute('/_signedIn/approve-local/expense')({
  staticData: { title: 'Approve/Reject Local Expense and Conveyance', shortTitle: 'Local' },
  validateSearch: listSearch(TEAM_LOCAL_FILTERS, TEAM_SORTS),
  // For its first drawing only: later pages keep the old rows meanwhile.
  loader: async ({ context, location }) =>
    (await import('#modules/localExpense/screens/ApproveLocalExpense.tsx')).firstRows(
      context.queryClient,
      location.search,
    ),
  staleTime: Infinity,
  component: ApproveLocalExpense,
});
