import { createFileRoute } from '@tanstack/react-router';
import { LeavingPage } from '#modules/leaving/screens/LeavingPage.tsx';

export const Route = createFileRoute('/leaving')({
  staticData: { title: 'Send what you saved' },
  component: LeavingPage,
});
