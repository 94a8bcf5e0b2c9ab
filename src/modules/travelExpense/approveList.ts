import { searchTravelExpenses } from '#contract/calls/travelExpenses.ts';
import type { TravelExpense } from '#contract/expense.ts';
import { matchesTravelExpense } from '#domain/claimSearch.ts';
import { nameOfTravelExpense, travelExpenseKind } from './kind.ts';
import { travelExpenseManagerDecision } from './managerDecision.ts';
import { TeamTravelCard } from './TeamTravelCard.tsx';
import { detailAddress, inQueue, QUEUE, rowsOf, TEAM_TRAVEL_FILTERS } from '#modules/claims/index.ts';
import type { ListDef } from '#list/definition.ts';

/** The travel claims that a manager decides, one by one. */
export const approveTravelExpense: ListDef<TravelExpense> = {
  ...QUEUE,
  kind: travelExpenseKind,
  endpoint: searchTravelExpenses,
  filters: TEAM_TRAVEL_FILTERS,
  matches: inQueue(matchesTravelExpense),
  Card: TeamTravelCard,
  nameOf: nameOfTravelExpense,
  detailOf: (row) => detailAddress(row.expenseId),
  decision: travelExpenseManagerDecision,
};
export const firstRows = rowsOf(approveTravelExpense);
