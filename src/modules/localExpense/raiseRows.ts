import type { QueryClient } from '@tanstack/react-query';
import { loadFirst } from '#list/loadFirst.ts';
import { listSearch } from '#list/search.ts';
import { raiseLocalExpense } from './raiseList.ts';
import { LOCAL_EXPENSE_FILTERS } from './raiseFilters.ts';

/** The rows that this address of the list opens with. */
export const firstRows = (client: QueryClient, search: Record<string, unknown>): Promise<void> =>
  loadFirst(client, raiseLocalExpense, listSearch(LOCAL_EXPENSE_FILTERS)(search));
