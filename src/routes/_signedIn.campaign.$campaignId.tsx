import { createFileRoute } from '@tanstack/react-router';
import { ViewCampaign } from '#modules/campaigns/screens/ViewCampaign.tsx';

export const Route = createFileRoute('/_signedIn/campaign/$campaignId')({
  staticData: { title: 'Campaign' },
  component: ViewCampaign,
});
