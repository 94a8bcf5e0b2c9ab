import { createFileRoute, redirect } from '@tanstack/react-router';

/** The first of the two sub-views. */
export const Route = createFileRoute('/_signedIn/raise-local/')({
  beforeLoad: () => {
    throw redirect({ href: '/raise-local/expense', replace: true });
  },
});
