import { createFileRoute, redirect } from '@tanstack/react-router';
import { addressOfRecord } from '#modules/claims/index.ts';

/** One record, open over its queue (NAV-8). */
export const Route = createFileRoute('/_signedIn/approve-local/$id')({
  beforeLoad: ({ params }) => {
    throw redirect({ href: addressOfRecord('/approve-local', params.id), replace: true });
  },
});
