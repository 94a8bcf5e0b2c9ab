import { useParams } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { Campaign } from '#contract/campaign.ts';
import { campaignCan } from '#domain/campaign.ts';
import { Loaded } from '#list/Loaded.tsx';
import { Notice } from '#ui/Notice.tsx';
import { CampaignForm } from './CampaignForm.tsx';
import styles from './Campaigns.module.css';
import { Toolbar } from './Toolbar.tsx';
import { useCampaign } from './useCampaign.ts';

/** Why a campaign cannot be edited; undefined when it can (CAMP-6, CAMP-7). */
function refusalOf(campaign: Campaign): string | undefined {
  if (!campaign.mayChange) return `Only ${campaign.userName} can change this campaign.`;
  const may = campaignCan.change(campaign);
  return may.ok ? undefined : may.sentence;
}

/** The form of a campaign that is there already. A newer version than the one it began with makes it anew; what was chosen comes back from its draft. */
export function ChangeCampaign({ mode }: { mode: 'edit' | 'rerun' }): ReactElement {
  const { campaignId = '' } = useParams({ strict: false }) as { campaignId?: string };
  const query = useCampaign(campaignId);
  const campaign = query.data?.data;
  const refusal = campaign && mode === 'edit' ? refusalOf(campaign) : undefined;
  if (campaign && refusal === undefined) return <CampaignForm key={`${campaignId}/${campaign.version}`} mode={mode} campaign={campaign} />;
  return (
    <div className={styles.page}>
      <Toolbar />
      {refusal === undefined ? <Loaded query={query} what="This campaign">{() => null}</Loaded> : <Notice tone="wait" icon="warning" role="status">{refusal}</Notice>}
    </div>
  );
}
