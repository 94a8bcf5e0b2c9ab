import { createFileRoute } from '@tanstack/react-router';
import { CreateCampaign } from '#features/campaigns/CreateCampaign.tsx';

export const Route = createFileRoute('/_signedIn/createCampaign')({
  staticData: { title: 'Create Campaign' },
  component: CreateCampaign,
});
