import { createFileRoute, redirect } from '@tanstack/react-router';
import { addressOfView, lastLocalView } from '#features/raise/localViews.ts';

/** The sub-view that this person used last (LOC-22). */
export const Route = createFileRoute('/_signedIn/raise-local/')({
  beforeLoad: ({ location }) => {
    throw redirect({ href: `${addressOfView(lastLocalView())}${location.searchStr}`, replace: true });
  },
});
