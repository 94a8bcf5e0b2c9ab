import { createFileRoute, redirect } from '@tanstack/react-router';

/** The first of the tabs. */
export const Route = createFileRoute('/_signedIn/detail/$id/')({
  beforeLoad: ({ params }) => {
    throw redirect({ href: `/detail/${encodeURIComponent(params.id)}/details`, replace: true });
  },
});
