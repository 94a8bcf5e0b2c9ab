import { createFileRoute } from '@tanstack/react-router';
import { CampaignAnalytics } from '#modules/campaigns/screens/Analytics.tsx';

export const Route = createFileRoute('/_signedIn/campaign-analytics/$campaignId')({
  staticData: { title: 'Campaign' },
  component: CampaignAnalytics,
});
