import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import { findCampaign } from '#contract/calls/campaigns.ts';
import type { Campaign, CampaignRow } from '#contract/campaign.ts';
import { messageOf } from '#data/errors.ts';
import { readOptions } from '#data/query.ts';
import { useSession } from '#data/session.ts';
import { BEING_MADE } from '#domain/campaign.ts';
import { toast } from '#ui/toast.ts';

const OFTEN_MS = 3_000;
const SELDOM_MS = 60_000;
/** A file that takes longer than this is no longer waited for. */
const SOON_MS = 10 * 60_000;

/** When to look again at what is being made: often at first, seldom later, and not at what is made. */
export function lookAgain(campaigns: readonly Pick<CampaignRow, 'status' | 'updatedAt'>[]): number | false {
  const making = campaigns.filter(({ status }) => status === BEING_MADE);
  if (making.length === 0) return false;
  return making.some(({ updatedAt }) => Date.now() - updatedAt < SOON_MS) ? OFTEN_MS : SELDOM_MS;
}

/** One campaign; while its report file is being made it is looked at again and again. */
export function useCampaign(campaignId: string): UseQueryResult<{ data: Campaign }> {
  const { email } = useSession();
  const query = useQuery({
    ...readOptions(findCampaign, { parts: { campaignId }, query: { email } }),
    refetchInterval: ({ state }) => lookAgain(state.data ? [state.data.data] : []),
  });
  const message = query.data === undefined && query.isError ? messageOf(query.error) : undefined;
  useEffect(() => {
    if (message !== undefined) toast.error(message);
  }, [message]);
  return query;
}
