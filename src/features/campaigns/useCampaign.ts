import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import { findCampaign } from '#contract/calls/campaigns.ts';
import type { Campaign } from '#contract/campaign.ts';
import { messageOf } from '#data/errors.ts';
import { readOptions } from '#data/query.ts';
import { useSession } from '#data/session.ts';
import { BEING_MADE } from '#domain/campaign.ts';
import { toast } from '#ui/toast.ts';

/** How often what is being made is looked at. */
export const LOOK_AGAIN_MS = 3_000;

/** One campaign; while its report file is being made it is looked at again and again. */
export function useCampaign(campaignId: string): UseQueryResult<{ data: Campaign }> {
  const { email } = useSession();
  const query = useQuery({
    ...readOptions(findCampaign, { parts: { campaignId }, query: { email } }),
    refetchInterval: ({ state }) => (state.data?.data.status === BEING_MADE ? LOOK_AGAIN_MS : false),
  });
  const sentence = query.data === undefined && query.isError ? messageOf(query.error) : undefined;
  useEffect(() => {
    if (sentence !== undefined) toast.error(sentence);
  }, [sentence]);
  return query;
}
