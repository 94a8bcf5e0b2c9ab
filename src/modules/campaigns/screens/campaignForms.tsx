import { useParams } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { Campaign } from '#contract/campaign.ts';
import { campaignCan } from '#domain/campaign.ts';
import { Loaded } from '#list/Loaded.tsx';
import { Notice } from '#ui/Notice.tsx';
import { CampaignForm } from '../CampaignForm.tsx';
import styles from '../Campaigns.module.css';
import { Toolbar } from '../Toolbar.tsx';
import { useCampaign } from '../queries.ts';
import { filtersOf } from '../values.ts';

/** Why a campaign cannot be edited; undefined when it can (CAMP-6, CAMP-7). */
function refusalOf(campaign: Campaign): string | undefined {
  if (!campaign.mayChange) return `Only ${campaign.userName} can change this campaign.`;
  const may = campaignCan.change(campaign);
  return may.ok ? undefined : may.message;
}

/**
 * What remounts the form: to edit, a newer version than the one it began with, whose draft comes back; to rerun, other
 * filters, and not that the report file is there by now.
 */
const stateOf = (campaign: Campaign, mode: 'edit' | 'rerun'): string =>
  mode === 'edit' ? String(campaign.version) : JSON.stringify(filtersOf(campaign));

/** The form of a campaign that is there already. */
function ChangeCampaign({ mode }: { mode: 'edit' | 'rerun' }): ReactElement {
  const { campaignId = '' } = useParams({ strict: false }) as { campaignId?: string };
  const query = useCampaign(campaignId);
  const campaign = query.data?.data;
  const refusal = campaign && mode === 'edit' ? refusalOf(campaign) : undefined;
  if (campaign && refusal === undefined)
    return <CampaignForm key={`${campaignId}/${stateOf(campaign, mode)}`} mode={mode} campaign={campaign} />;
  return (
    <div className={styles.page}>
      <Toolbar />
      {refusal === undefined ? (
        <Loaded query={query} what="This campaign">
          {() => null}
        </Loaded>
      ) : (
        <Notice tone="wait" icon="warning" role="status">
          {refusal}
        </Notice>
      )}
    </div>
  );
}

export const CreateCampaign = (): ReactElement => <CampaignForm mode="create" />;

export const EditCampaign = (): ReactElement => <ChangeCampaign mode="edit" />;

export const RerunCampaign = (): ReactElement => <ChangeCampaign mode="rerun" />;
