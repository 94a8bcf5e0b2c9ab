import type { QueryClient } from '@tanstack/react-query';
import { loadFirst } from '#list/loadFirst.ts';
import { listSearch } from '#list/search.ts';
import { allRequests } from './allRequests.ts';
import { ALL_REQUESTS_FILTERS } from './allRequestsFilters.ts';

/** The rows that this address of the list opens with. */
export const firstRows = (client: QueryClient, search: Record<string, unknown>): Promise<void> =>
  loadFirst(client, allRequests, listSearch(ALL_REQUESTS_FILTERS)(search));
