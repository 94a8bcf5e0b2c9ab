import { createFileRoute } from '@tanstack/react-router';
import { AuditEntryPage } from '#modules/audit/screens/AuditEntryPage.tsx';

export const Route = createFileRoute('/_signedIn/audit_/$id')({
  staticData: { title: 'Row of the Log', shortTitle: 'Log' },
  component: AuditEntryPage,
});
