import { searchLocalExpenses } from '#contract/calls/localExpenses.ts';
import type { LocalExpense } from '#contract/expense.ts';
import { matchesClaim } from '#domain/claimSearch.ts';
import { localExpenseKind, nameOfLocalExpense } from '#claims/localExpense/kind.ts';
import { localExpenseManagerDecision } from '#claims/localExpense/managerDecision.ts';
import { TeamExpenseCard } from '#claims/localExpense/TeamExpenseCard.tsx';
import { detailAddress } from '#claims/records/addresses.ts';
import type { ListDef } from '#list/definition.ts';
import { TEAM_EXPENSE_FILTERS, TEAM_EXPENSE_SORTS } from './localExpenseFilters.ts';

/** The local expenses that a manager decides. */
export const approveLocalExpense: ListDef<LocalExpense> = {
  kind: localExpenseKind,
  endpoint: searchLocalExpenses,
  owner: 'MANAGER_EMAIL',
  filters: TEAM_EXPENSE_FILTERS,
  sorts: TEAM_EXPENSE_SORTS,
  matches: (filters, row, context) => {
    // Whose queue it is, the server has seen to: a stand-in decides for another.
    const { MANAGER_EMAIL: _queue, ...rest } = filters;
    return matchesClaim(rest, row, context);
  },
  Card: TeamExpenseCard,
  nameOf: nameOfLocalExpense,
  detailOf: (row) => detailAddress(row.expenseId),
  emptyHint: 'Nothing waits for your decision here. Decided requests are behind the status filter.',
  decision: localExpenseManagerDecision,
};
