import { createFileRoute } from '@tanstack/react-router';
import { StandInPage } from '#modules/people/screens/StandInPage.tsx';

export const Route = createFileRoute('/_signedIn/home_/stand-in')({
  staticData: { title: 'Stand-in' },
  component: StandInPage,
});
