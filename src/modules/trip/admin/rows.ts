import type { QueryClient } from '@tanstack/react-query';
import { loadFirst } from '#list/loadFirst.ts';
import { listSearch } from '#list/search.ts';
import { adminTravelRequests } from './list.ts';
import { ADMIN_TRIP_FILTERS } from './filters.ts';

/** The rows that this address of the list opens with. */
export const adminTripRows = (client: QueryClient, search: Record<string, unknown>): Promise<void> =>
  loadFirst(client, adminTravelRequests, listSearch(ADMIN_TRIP_FILTERS)(search));
