import { createFileRoute, redirect } from '@tanstack/react-router';

/** What is open comes first. */
export const Route = createFileRoute('/_signedIn/enquiries/')({
  beforeLoad: () => {
    throw redirect({ href: '/enquiries/open', replace: true });
  },
});
