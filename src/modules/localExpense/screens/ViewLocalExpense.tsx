import type { ReactElement } from 'react';
import type { LocalExpense } from '#contract/expense.ts';
import type { CardProps, TableColumn, ListDef } from '#list/definition.ts';
import { ReviewCard, column, REVIEW } from '#modules/claims/index.ts';
import { dayText, localExpenseKind, typeLabel, nameOfLocalExpense } from '../kind.ts';
import { searchLocalExpenses } from '#contract/calls/localExpenses.ts';
import { downloadLocalExpenses } from '#contract/calls/reports.ts';
import { matchesClaim } from '#domain/claimSearch.ts';
import { localExpenseFinanceDecision } from '../financeDecision.tsx';
import { rowsOf } from '#list/request.ts';
import { LOCAL_REVIEW_FILTERS, REVIEWED, toolsOf } from '#modules/finance/index.ts';
import { TableScreen } from '#list/table/TableScreen.tsx';

export const ReviewExpenseCard = ({ row, timeZone, actions }: CardProps<LocalExpense>): ReactElement => (
  <ReviewCard
    row={row}
    day={row.expenseDate}
    timeZone={timeZone}
    id={{ word: 'Expense-Id', of: row.expenseId }}
    lines={[[typeLabel(row), dayText(row, timeZone)]]}
    bills={localExpenseKind.bills(row)}
    actions={actions}
  />
);

/** Finance's columns of local expenses (FIN-13). */
export const LOCAL_REVIEW_COLUMNS: readonly TableColumn<LocalExpense>[] = [
  {
    id: 'expenseId',
    header: 'Expense Id',
    width: 148,
    pin: 'start',
    opens: { name: 'Copy expense id', copied: 'Expense Id copied.' },
    cell: (row) => row.expenseId,
  },
  REVIEW.code('Employee Id'),
  REVIEW.name,
  column.words('localExpenseType', 'Local Expense Type', 116, typeLabel),
  column.day('expenseDate', 'Expense Date', (row) => row.expenseDate),
  REVIEW.claimDate,
  REVIEW.managerDate,
  REVIEW.financeDate,
  REVIEW.remarks('Expense Remarks'),
  REVIEW.managerRemarks,
  REVIEW.bills('Bill'),
  REVIEW.claimed,
  REVIEW.managerAmount('Approved By Manager'),
  REVIEW.financeAmount,
  REVIEW.financeRemarks,
  REVIEW.verdict('Status'),
];

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

export function ViewLocalExpense(): ReactElement {
  return <TableScreen def={viewLocalExpense} />;
}
