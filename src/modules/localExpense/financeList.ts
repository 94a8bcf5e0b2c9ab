import { searchLocalExpenses } from '#contract/calls/localExpenses.ts';
import { downloadLocalExpenses } from '#contract/calls/reports.ts';
import type { LocalExpense } from '#contract/expense.ts';
import { matchesClaim } from '#domain/claimSearch.ts';
import { localExpenseFinanceDecision } from './financeDecision.ts';
import { localExpenseKind, nameOfLocalExpense } from './kind.ts';
import { LOCAL_REVIEW_COLUMNS } from './reviewColumns.tsx';
import { ReviewExpenseCard } from './ReviewExpenseCard.tsx';
import type { ListDef } from '#list/definition.ts';
import { LOCAL_REVIEW_FILTERS, REVIEWED, rowsOf, toolsOf } from '#modules/finance/index.ts';

/** The local expenses that finance decides. */
export const viewLocalExpense: ListDef<LocalExpense> = {
  ...REVIEWED,
  label: 'Local expenses',
  kind: localExpenseKind,
  endpoint: searchLocalExpenses,
  filters: LOCAL_REVIEW_FILTERS,
  matches: matchesClaim,
  Card: ReviewExpenseCard,
  nameOf: nameOfLocalExpense,
  columns: LOCAL_REVIEW_COLUMNS,
  Tools: toolsOf(downloadLocalExpenses, 'expense'),
  decision: localExpenseFinanceDecision,
};
export const firstRows = rowsOf(viewLocalExpense);
