import { createFileRoute } from '@tanstack/react-router';
import { PENDING_FILTERS } from '#modules/claims/index.ts';
import { PendingApprovals } from '#modules/approvals/screens/PendingApprovals.tsx';
import { listSearch } from '#list/search.ts';

export const Route = createFileRoute('/_signedIn/list-auth')({
  staticData: { title: 'Waiting For You', shortTitle: 'Waiting' },
  validateSearch: listSearch(PENDING_FILTERS),
  // For its first drawing only: later pages keep the old rows meanwhile.
  loader: async ({ context, location }) =>
    (await import('#modules/approvals/screens/PendingApprovals.tsx')).firstRows(context.queryClient, location.search),
  staleTime: Infinity,
  component: PendingApprovals,
});
