import { useCallback, useEffect, useRef, useState } from 'react';
import { countCampaign } from '#contract/calls/campaigns.ts';
import type { CampaignFilters } from '#contract/campaign.ts';
import type { AnswerOf } from '#contract/endpoint.ts';
import { messageOf } from '#data/errors.ts';
import { call } from '#data/http.ts';
import { toast } from '#ui/toast.ts';

type CountAnswer = AnswerOf<typeof countCampaign>;

export interface Count {
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
