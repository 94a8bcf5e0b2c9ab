import { onlineManager, QueryClient } from '@tanstack/react-query';
import { online } from './online.ts';

const MINUTE = 60_000;

/**
 * `offlineFirst` asks even when we believe to be offline, so that the stored answer is looked for; nothing is retried
 * behind a person's back.
 */
export function createQueryClient(): QueryClient {
  onlineManager.setEventListener((set) => online.subscribe(() => set(online.isOnline())));
  return new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'offlineFirst',
        retry: false,
        staleTime: 30_000,
        gcTime: 30 * MINUTE,
        refetchOnReconnect: true,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}
