import { hydrate, QueryClient } from '@tanstack/react-query';
import { persistQueryClientSubscribe, type PersistedClient } from '@tanstack/react-query-persist-client';
import { createSyncStoragePersister } from '@tanstack/query-sync-storage-persister';
import { KEYS } from '#start/local.ts';

/**
 * The small facts that the first frame needs: who is signed in with which roles, and the configuration. They stand in a
 * query client of their own, kept by the synchronous persister: read at once, before React and without a network, and
 * written as soon as they change. Nothing of anybody's claims is among them: those are sealed (ID-1).
 */
export type BootKey = 'session' | 'config';

function storage(): Storage | undefined {
  try {
    return globalThis.localStorage;
  } catch {
    // Forbidden: costs the quick first frame, nothing else.
    return undefined;
  }
}

// No throttle: a page left right after sign-in must not lose it.
const persister = createSyncStoragePersister({ storage: storage(), key: KEYS.facts, throttleTime: 0 });
let client: QueryClient | undefined;

function bootCache(): QueryClient {
  if (client) return client;
  client = new QueryClient({ defaultOptions: { queries: { gcTime: Infinity, staleTime: Infinity } } });
  try {
    const kept = persister.restoreClient() as PersistedClient | undefined;
    if (kept) hydrate(client, kept.clientState);
  } catch {
    // Of another build, or damaged: it is asked for again.
  }
  persistQueryClientSubscribe({ queryClient: client, persister });
  return client;
}

/** The last known value; undefined when there is none. The caller validates its shape. */
export const readBootValue = (fact: BootKey): unknown => bootCache().getQueryData([fact]);
export const writeBootValue = (fact: BootKey, value: object): void => void bootCache().setQueryData([fact], value);
export const removeBootValue = (fact: BootKey): void => bootCache().removeQueries({ queryKey: [fact] });
