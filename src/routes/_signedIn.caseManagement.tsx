import { createFileRoute } from '@tanstack/react-router';
import { CaseManagement } from '#modules/campaigns/screens/CaseManagement.tsx';

export const Route = createFileRoute('/_signedIn/caseManagement')({
  staticData: { title: 'Case Management', shortTitle: 'Cases' },
  component: CaseManagement,
});
