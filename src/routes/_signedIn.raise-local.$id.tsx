import { createFileRoute, redirect } from '@tanstack/react-router';
import { addressOfView, viewOfId } from '#features/raise/localViews.ts';

/** One record, open over the list that it belongs to (NAV-8). */
export const Route = createFileRoute('/_signedIn/raise-local/$id')({
  beforeLoad: ({ params }) => {
    throw redirect({ href: `${addressOfView(viewOfId(params.id))}?open=${encodeURIComponent(params.id)}`, replace: true });
  },
});
