import { searchLocalExpenses } from '#contract/calls/localExpenses.ts';
import type { LocalExpense } from '#contract/expense.ts';
import { matchesClaim } from '#domain/claimSearch.ts';
import { localExpenseKind, nameOfLocalExpense } from './kind.ts';
import { localExpenseManagerDecision } from './managerDecision.ts';
import { TeamExpenseCard } from './TeamExpenseCard.tsx';
import { detailAddress, inQueue, QUEUE, rowsOf, TEAM_LOCAL_FILTERS } from '#modules/claims/index.ts';
import type { ListDef } from '#list/definition.ts';

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
