import { createFileRoute } from '@tanstack/react-router';
import { RerunCampaign } from '#modules/campaigns/screens/campaignForms.tsx';

export const Route = createFileRoute('/_signedIn/rerunCampaign/$campaignId')({
  staticData: { title: 'Rerun Campaign', shortTitle: 'Campaign' },
  component: RerunCampaign,
});
