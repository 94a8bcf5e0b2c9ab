import { createFileRoute, redirect } from '@tanstack/react-router';
import { addressOfView, lastLocalView } from '#modules/claims/index.ts';

/** The sub-view that this person used last (LOC-22). */
export const Route = createFileRoute('/_signedIn/approve-local/')({
  beforeLoad: ({ location }) => {
    throw redirect({
      href: `${addressOfView('/approve-local', lastLocalView('/approve-local'))}${location.searchStr}`,
      replace: true,
    });
  },
});
