import type { QueryClient } from '@tanstack/react-query';
import { loadFirst } from '#list/loadFirst.ts';
import { listSearch } from '#list/search.ts';
import { raiseTravelRequest } from './raiseList.ts';
import { TRAVEL_REQUEST_FILTERS } from './raiseFilters.ts';

/** The rows that this address of the list opens with. */
export const travelRequestRows = (client: QueryClient, search: Record<string, unknown>): Promise<void> =>
  loadFirst(client, raiseTravelRequest, listSearch(TRAVEL_REQUEST_FILTERS)(search));
