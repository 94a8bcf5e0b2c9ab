import { createFileRoute } from '@tanstack/react-router';
import { EditCampaign } from '#modules/campaigns/screens/campaignForms.tsx';

export const Route = createFileRoute('/_signedIn/editCampaign/$campaignId')({
  staticData: { title: 'Edit Campaign' },
  component: EditCampaign,
});
