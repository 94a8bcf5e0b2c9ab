import { createFileRoute } from '@tanstack/react-router';
import { OverallAnalytics } from '#modules/campaigns/screens/Analytics.tsx';

export const Route = createFileRoute('/_signedIn/campaign-overall-analytics')({
  staticData: { title: 'Overall Analytics', shortTitle: 'Analytics' },
  component: OverallAnalytics,
});
