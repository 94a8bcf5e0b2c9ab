import { createFileRoute } from '@tanstack/react-router';
import { PEOPLE_FILTERS } from '#modules/people/index.ts';
import { PeoplePage } from '#modules/people/screens/PeoplePage.tsx';
import { listSearch } from '#list/search.ts';

export const Route = createFileRoute('/_signedIn/people')({
  staticData: { title: 'People' },
  validateSearch: listSearch(PEOPLE_FILTERS),
  // For its first drawing only: later pages keep the old rows meanwhile.
  loader: async ({ context, location }) =>
    (await import('#modules/people/screens/PeoplePage.tsx')).firstRows(context.queryClient, location.search),
  staleTime: Infinity,
  component: PeoplePage,
});
