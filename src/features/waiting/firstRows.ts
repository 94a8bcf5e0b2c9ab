import type { QueryClient } from '@tanstack/react-query';
import { loadFirst } from '#list/loadFirst.ts';
import { listSearch } from '#list/search.ts';
import { waitingForYou } from './waiting.ts';
import { WAITING_FILTERS } from './waitingFilters.ts';

/** The rows that this address of the list opens with. */
export const firstRows = (client: QueryClient, search: Record<string, unknown>): Promise<void> =>
  loadFirst(client, waitingForYou, listSearch(WAITING_FILTERS)(search));
