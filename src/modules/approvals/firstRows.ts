import type { QueryClient } from '@tanstack/react-query';
import { loadFirst } from '#list/loadFirst.ts';
import { listSearch } from '#list/search.ts';
import { pendingApprovals } from './pendingApprovals.ts';
import { PENDING_FILTERS } from './pendingFilters.ts';

/** The rows that this address of the list opens with. */
export const firstRows = (client: QueryClient, search: Record<string, unknown>): Promise<void> =>
  loadFirst(client, pendingApprovals, listSearch(PENDING_FILTERS)(search));
