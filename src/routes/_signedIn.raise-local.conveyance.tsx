import { createFileRoute } from '@tanstack/react-router';
import { RaiseConveyance } from '#modules/conveyance/screens/RaiseConveyance.tsx';
import { listSearch } from '#list/search.ts';
import { CONVEYANCE_FILTERS } from '#modules/claims/index.ts';

export const Route = createFileRoute('/_signedIn/raise-local/conveyance')({
  staticData: { title: 'Raise Local Expense and Conveyance', shortTitle: 'Local' },
  validateSearch: listSearch(CONVEYANCE_FILTERS),
  // For its first drawing only: later pages keep the old rows meanwhile.
  loader: async ({ context, location }) =>
    (await import('#modules/conveyance/screens/RaiseConveyance.tsx')).firstRows(context.queryClient, location.search),
  staleTime: Infinity,
  component: RaiseConveyance,
});
