import { createFileRoute } from '@tanstack/react-router';
import { CampaignManagement } from '#features/campaigns/CampaignManagement.tsx';
import { campaignSearch } from '#features/campaigns/search.ts';

export const Route = createFileRoute('/_signedIn/campaignManagement')({
  staticData: { title: 'Campaign Management' },
  validateSearch: campaignSearch,
  component: CampaignManagement,
});
