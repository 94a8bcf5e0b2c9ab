import { useQuery } from '@tanstack/react-query';
import { countWaiting } from '#contract/calls/home.ts';
import type { PendingCounts } from '#contract/home.ts';
import { readOptions } from './query.ts';
import { lastSession } from './sessionStore.ts';

/** How often a page that stays open looks again. */
const EVERY_MS = 5 * 60_000;

export interface PendingCountsResult {
  counts: PendingCounts | null;
  /** Epoch ms; 0 while nothing is known. */
  asOf: number;
  /** The server is being asked. */
  refreshing: boolean;
  /** It was asked and did not answer: these are the last ones known. */
  stale: boolean;
}

/**
 * What waits for the signed-in person everywhere, by one call; from the device while there is no network. Shared by
 * home and navigation.
 */
export function usePendingCounts(): PendingCountsResult {
  const { data, dataUpdatedAt, isFetching, isError } = useQuery({
    ...readOptions(countWaiting),
    enabled: lastSession() !== null,
    refetchInterval: EVERY_MS,
  });
  return { counts: data?.data ?? null, asOf: data ? dataUpdatedAt : 0, refreshing: isFetching, stale: isError };
}
