import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { campaignOptions, countCampaign, findCampaign } from '#contract/calls/campaigns.ts';
import type { Campaign, CampaignFilters, CampaignRow, FilterField, Option } from '#contract/campaign.ts';
import { DYNAMIC_FIELDS, STATIC_OPTIONS } from '#contract/campaignOptions.ts';
import type { AnswerOf } from '#contract/endpoint.ts';
import { messageOf } from '#data/errors.ts';
import { call } from '#data/http.ts';
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

const FRESH_MS = 5 * 60_000;

interface Options {
  /** Undefined while they are being fetched, or when they could not be. */
  options: readonly Option[] | undefined;
  failure: { text: string; again: () => void } | undefined;
}

/** What a filter offers: kept with the app, or of the data and asked for (CAMP-17). `wanted` false asks for nothing. */
export function useOptions(field: FilterField, wanted = true): Options {
  const asked = (DYNAMIC_FIELDS as Partial<Record<FilterField, string>>)[field];
  const query = useQuery({
    ...readOptions(campaignOptions, { query: { key: 'all', field: asked ?? field } }),
    enabled: asked !== undefined && wanted,
    staleTime: FRESH_MS,
  });
  const message = query.data === undefined && query.isError ? messageOf(query.error) : undefined;
  useEffect(() => {
    if (message !== undefined) toast.error(message);
  }, [message]);
  if (asked === undefined)
    return {
      options: (STATIC_OPTIONS as Partial<Record<FilterField, readonly Option[]>>)[field] ?? [],
      failure: undefined,
    };
  return {
    options: query.data?.data,
    failure: message === undefined ? undefined : { text: message, again: () => void query.refetch() },
  };
}

type CountAnswer = AnswerOf<typeof countCampaign>;

interface Count {
  /** What the last search found; null before there was one. */
  answer: CountAnswer | null;
  /**
   * The filters that it belongs to; null once they have changed since: nothing can be made of it any more (CAMP-15).
   */
  searched: CampaignFilters | null;
  counting: boolean;
  search: (filters: CampaignFilters) => Promise<void>;
  /** The filters have changed: the server stops counting, and what was counted is old. */
  changed: () => void;
}

/**
 * Counts what the filters come to, one search at a time. `compared` names the campaign whose last numbers it is
 * compared with.
 */
export function useCount(compared: { rerunOf?: string; editOf?: string }): Count {
  const [state, setState] = useState<Pick<Count, 'answer' | 'searched' | 'counting'>>({
    answer: null,
    searched: null,
    counting: false,
  });
  const running = useRef<AbortController | null>(null);
  const { rerunOf, editOf } = compared;
  useEffect(() => () => running.current?.abort(), []);

  const search = useCallback(
    async (filters: CampaignFilters): Promise<void> => {
      running.current?.abort();
      const mine = new AbortController();
      running.current = mine;
      setState((before) => ({ ...before, searched: null, counting: true }));
      try {
        const answer = await call(countCampaign, { query: { rerunOf, editOf }, body: filters, signal: mine.signal });
        if (running.current === mine) setState({ answer, searched: filters, counting: false });
      } catch (error) {
        if (mine.signal.aborted || running.current !== mine) return;
        setState((before) => ({ ...before, counting: false }));
        toast.error(messageOf(error));
      }
    },
    [rerunOf, editOf],
  );
  const changed = useCallback((): void => {
    running.current?.abort();
    running.current = null;
    setState((before) =>
      before.searched === null && !before.counting ? before : { ...before, searched: null, counting: false },
    );
  }, []);
  return { ...state, search, changed };
}
