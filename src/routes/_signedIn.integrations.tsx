import { createFileRoute } from '@tanstack/react-router';
import { IntegrationsPage } from '#modules/integrations/screens/IntegrationsPage.tsx';

export const Route = createFileRoute('/_signedIn/integrations')({
  staticData: { title: 'Integrations' },
  component: IntegrationsPage,
});
