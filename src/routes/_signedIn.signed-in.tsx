import { createFileRoute } from '@tanstack/react-router';
import { SignedInPage } from '#modules/session/screens/SignedInPage.tsx';

export const Route = createFileRoute('/_signedIn/signed-in')({
  staticData: { title: 'Where I am signed in', shortTitle: 'Sign-ins' },
  component: SignedInPage,
});
