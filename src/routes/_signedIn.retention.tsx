import { createFileRoute } from '@tanstack/react-router';
import { RetentionPage } from '#modules/retention/screens/RetentionPage.tsx';

export const Route = createFileRoute('/_signedIn/retention')({
  staticData: { title: 'Retention' },
  component: RetentionPage,
});
