import { createFileRoute } from '@tanstack/react-router';
import { CaseManagement } from '#features/campaigns/CaseManagement.tsx';

export const Route = createFileRoute('/_signedIn/caseManagement')({
  staticData: { title: 'Case Management' },
  component: CaseManagement,
});
