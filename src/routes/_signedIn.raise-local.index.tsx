import { createFileRoute, redirect } from '@tanstack/react-router';
import { addressOfView, lastLocalView } from '#modules/claims/index.ts';

/** The sub-view that this person used last (LOC-22). */
export const Route = createFileRoute('/_signedIn/raise-local/')({
  beforeLoad: ({ location }) => {
    throw redirect({
      href: `${addressOfView('/raise-local', lastLocalView('/raise-local'))}${location.searchStr}`,
      replace: true,
    });
  },
});
