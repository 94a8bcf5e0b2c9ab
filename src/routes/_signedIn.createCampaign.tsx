import { createFileRoute } from '@tanstack/react-router';
import { CreateCampaign } from '#modules/campaigns/screens/campaignForms.tsx';

export const Route = createFileRoute('/_signedIn/createCampaign')({
  staticData: { title: 'Create Campaign', shortTitle: 'Campaign' },
  component: CreateCampaign,
});
