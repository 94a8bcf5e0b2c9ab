import { createFileRoute } from '@tanstack/react-router';
import { WAITING_FILTERS } from '#features/waiting/waitingFilters.ts';
import { WaitingForYou } from '#features/waiting/WaitingForYou.tsx';
import { listSearch } from '#list/search.ts';

export const Route = createFileRoute('/_signedIn/list-auth')({
  staticData: { title: 'Waiting For You' },
  validateSearch: listSearch(WAITING_FILTERS),
  // For its first drawing only: later pages keep the old rows meanwhile.
  loader: async ({ context, location }) =>
    (await import('#features/waiting/firstRows.ts')).firstRows(context.queryClient, location.search),
  staleTime: Infinity,
  component: WaitingForYou,
});
