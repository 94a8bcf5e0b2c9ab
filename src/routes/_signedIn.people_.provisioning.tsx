import { createFileRoute } from '@tanstack/react-router';
import { ProvisioningPage } from '#modules/provisioning/screens/ProvisioningPage.tsx';

export const Route = createFileRoute('/_signedIn/people_/provisioning')({
  staticData: { title: 'Provisioning' },
  component: ProvisioningPage,
});
