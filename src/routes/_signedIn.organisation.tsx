import { createFileRoute } from '@tanstack/react-router';
import { OrganisationPage } from '#modules/organisation/screens/OrganisationPage.tsx';

export const Route = createFileRoute('/_signedIn/organisation')({
  staticData: { title: 'Organisation' },
  component: OrganisationPage,
});
