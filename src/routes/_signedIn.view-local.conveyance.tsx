import { createFileRoute } from '@tanstack/react-router';
import { CONVEYANCE_REVIEW_FILTERS, REVIEW_SORTS } from '#modules/finance/index.ts';
import { ViewConveyance } from '#modules/conveyance/screens/ViewConveyance.tsx';
import { listSearch } from '#list/search.ts';

export const Route = createFileRoute('/_signedIn/view-local/conveyance')({
  staticData: {
    title: 'Local Expense and Conveyance Reports',
    tabTitle: 'View Local Expense',
    shortTitle: 'Local',
  },
  validateSearch: listSearch(CONVEYANCE_REVIEW_FILTERS, REVIEW_SORTS),
  // For its first drawing only: later pages keep the old rows meanwhile.
  loader: async ({ context, location }) =>
    (await import('#modules/conveyance/screens/ViewConveyance.tsx')).firstRows(context.queryClient, location.search),
  staleTime: Infinity,
  component: ViewConveyance,
});
