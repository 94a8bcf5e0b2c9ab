import { createFileRoute } from '@tanstack/react-router';
import { PersonPage } from '#modules/people/screens/PersonPage.tsx';

export const Route = createFileRoute('/_signedIn/people_/$id')({
  staticData: { title: 'Person' },
  component: PersonPage,
});
