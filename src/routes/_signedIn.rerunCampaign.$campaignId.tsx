import { createFileRoute } from '@tanstack/react-router';
import { RerunCampaign } from '#features/campaigns/RerunCampaign.tsx';

export const Route = createFileRoute('/_signedIn/rerunCampaign/$campaignId')({
  staticData: { title: 'Rerun Campaign' },
  component: RerunCampaign,
});
