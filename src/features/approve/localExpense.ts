import { searchLocalExpenses } from '#contract/calls/localExpenses.ts';
import type { LocalExpense } from '#contract/expense.ts';
import { matchesClaim } from '#domain/claimSearch.ts';
import { localExpenseKind, nameOfLocalExpense } from '#claims/localExpense/kind.ts';
import { localExpenseManagerDecision } from '#claims/localExpense/managerDecision.ts';
import { TeamExpenseCard } from '#claims/localExpense/TeamExpenseCard.tsx';
import { detailAddress } from '#claims/records/addresses.ts';
import type { ListDef } from '#list/definition.ts';
import { inQueue, QUEUE, rowsOf } from './queue.ts';
import { TEAM_LOCAL_FILTERS } from './queueFilters.ts';

/** The local expenses that a manager decides. */
export const approveLocalExpense: ListDef<LocalExpense> = {
  ...QUEUE,
  kind: localExpenseKind,
  endpoint: searchLocalExpenses,
  filters: TEAM_LOCAL_FILTERS,
  matches: inQueue(matchesClaim),
  Card: TeamExpenseCard,
  nameOf: nameOfLocalExpense,
  detailOf: (row) => detailAddress(row.expenseId),
  decision: localExpenseManagerDecision,
};
export const firstRows = rowsOf(approveLocalExpense);
