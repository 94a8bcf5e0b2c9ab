import { downloadTravelExpenses } from '#contract/calls/reports.ts';
import { searchTravelExpenses } from '#contract/calls/travelExpenses.ts';
import type { TravelExpense } from '#contract/expense.ts';
import { matchesTravelExpense } from '#domain/claimSearch.ts';
import { travelExpenseFinanceDecision } from '#claims/travelExpense/financeDecision.ts';
import { nameOfTravelExpense, travelExpenseKind } from '#claims/travelExpense/kind.ts';
import { TRAVEL_REVIEW_COLUMNS } from '#claims/travelExpense/reviewColumns.tsx';
import { ReviewTravelCard } from '#claims/travelExpense/ReviewTravelCard.tsx';
import type { ListDef } from '#list/definition.ts';
import { REVIEWED, rowsOf, toolsOf } from './review.tsx';
import { TRAVEL_REVIEW_FILTERS } from './reviewFilters.ts';

/** The travel claims that finance decides. */
export const viewTravelExpense: ListDef<TravelExpense> = {
  ...REVIEWED,
  label: 'Travel expenses',
  kind: travelExpenseKind,
  endpoint: searchTravelExpenses,
  filters: TRAVEL_REVIEW_FILTERS,
  matches: matchesTravelExpense,
  Card: ReviewTravelCard,
  nameOf: nameOfTravelExpense,
  columns: TRAVEL_REVIEW_COLUMNS,
  Tools: toolsOf(downloadTravelExpenses),
  decision: travelExpenseFinanceDecision,
};
export const firstRows = rowsOf(viewTravelExpense);
