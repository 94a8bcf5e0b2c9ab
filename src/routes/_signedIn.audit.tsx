import { createFileRoute } from '@tanstack/react-router';
import { AUDIT_FILTERS } from '#modules/audit/index.ts';
import { AuditPage } from '#modules/audit/screens/AuditPage.tsx';
import { listSearch } from '#list/search.ts';

export const Route = createFileRoute('/_signedIn/audit')({
  staticData: { title: 'Audit Log' },
  validateSearch: listSearch(AUDIT_FILTERS),
  // For its first drawing only: later pages keep the old rows meanwhile.
  loader: async ({ context, location }) =>
    (await import('#modules/audit/screens/AuditPage.tsx')).firstRows(context.queryClient, location.search),
  staleTime: Infinity,
  component: AuditPage,
});
