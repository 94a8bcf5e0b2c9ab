import { createFileRoute } from '@tanstack/react-router';
import { RerunCampaign } from '#features/campaigns/ChangeCampaign.tsx';

export const Route = createFileRoute('/_signedIn/rerunCampaign/$campaignId')({ staticData: { title: 'Rerun Campaign' }, component: RerunCampaign });
