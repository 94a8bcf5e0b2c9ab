import { createFileRoute, redirect } from '@tanstack/react-router';
import { addressOfRecord } from '#modules/claims/index.ts';

/** One record, open over its table (NAV-9). */
export const Route = createFileRoute('/_signedIn/view-local/$id')({
  beforeLoad: ({ params }) => {
    throw redirect({ href: addressOfRecord('/view-local', params.id), replace: true });
  },
});
