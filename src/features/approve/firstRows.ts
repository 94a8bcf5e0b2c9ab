import type { QueryClient } from '@tanstack/react-query';
import { loadFirst } from '#list/loadFirst.ts';
import { listSearch } from '#list/search.ts';
import { approveLocalExpense } from './localExpense.ts';
import { TEAM_EXPENSE_FILTERS, TEAM_EXPENSE_SORTS } from './localExpenseFilters.ts';

/** The rows that this address of the list opens with. */
export const firstRows = (client: QueryClient, search: Record<string, unknown>): Promise<void> => loadFirst(client, approveLocalExpense, listSearch(TEAM_EXPENSE_FILTERS, TEAM_EXPENSE_SORTS)(search));
