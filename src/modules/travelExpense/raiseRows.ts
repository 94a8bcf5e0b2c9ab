import type { QueryClient } from '@tanstack/react-query';
import { loadFirst } from '#list/loadFirst.ts';
import { listSearch } from '#list/search.ts';
import { raiseTravelExpense } from './raiseList.ts';
import { TRAVEL_EXPENSE_FILTERS } from './raiseFilters.ts';

/** The trips that this address of the list opens with. */
export const firstTravelRows = (client: QueryClient, search: Record<string, unknown>): Promise<void> =>
  loadFirst(client, raiseTravelExpense, listSearch(TRAVEL_EXPENSE_FILTERS)(search));
