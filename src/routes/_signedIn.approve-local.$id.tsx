import { createFileRoute, redirect } from '@tanstack/react-router';

/** One record, open over the queue that it stands in (NAV-8). */
export const Route = createFileRoute('/_signedIn/approve-local/$id')({
  beforeLoad: ({ params }) => {
    throw redirect({ href: `/approve-local/expense?open=${encodeURIComponent(params.id)}`, replace: true });
  },
});
