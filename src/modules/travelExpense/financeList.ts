import { downloadTravelExpenses } from '#contract/calls/reports.ts';
import { searchTravelExpenses } from '#contract/calls/travelExpenses.ts';
import type { TravelExpense } from '#contract/expense.ts';
import { matchesTravelExpense } from '#domain/claimSearch.ts';
import { travelExpenseFinanceDecision } from './financeDecision.ts';
import { nameOfTravelExpense, travelExpenseKind } from './kind.ts';
import { TRAVEL_REVIEW_COLUMNS } from './reviewColumns.tsx';
import { ReviewTravelCard } from './ReviewTravelCard.tsx';
import type { ListDef } from '#list/definition.ts';
import { REVIEWED, rowsOf, toolsOf, TRAVEL_REVIEW_FILTERS } from '#modules/finance/index.ts';

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
