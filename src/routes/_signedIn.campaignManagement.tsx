import { createFileRoute } from '@tanstack/react-router';
import { CampaignManagement } from '#modules/campaigns/screens/CampaignManagement.tsx';
import { campaignSearch } from '#modules/campaigns/index.ts';

export const Route = createFileRoute('/_signedIn/campaignManagement')({
  staticData: { title: 'Campaign Management', shortTitle: 'Campaigns' },
  validateSearch: campaignSearch,
  component: CampaignManagement,
});
