import { createFileRoute, redirect } from '@tanstack/react-router';
import { addressOfRecord } from '#modules/claims/index.ts';

/** One record, open over the list that it belongs to (NAV-8). */
export const Route = createFileRoute('/_signedIn/raise-local/$id')({
  beforeLoad: ({ params }) => {
    throw redirect({ href: addressOfRecord('/raise-local', params.id), replace: true });
  },
});
