import { createFileRoute, redirect } from '@tanstack/react-router';

/** The first of the two sub-views. */
export const Route = createFileRoute('/_signedIn/approve-local/')({
  beforeLoad: () => {
    throw redirect({ href: '/approve-local/expense', replace: true });
  },
});
