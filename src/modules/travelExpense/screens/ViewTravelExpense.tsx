import type { ReactElement } from 'react';
import type { TravelExpense } from '#contract/expense.ts';
import type { CardProps, TableColumn, ListDef } from '#list/definition.ts';
import { ReviewCard, column, REVIEW } from '#modules/claims/index.ts';
import { dayText, travelExpenseKind, tripText, typeLabel, nameOfTravelExpense } from '../kind.ts';
import { LongId } from '#list/table/cells.tsx';
import { downloadTravelExpenses } from '#contract/calls/reports.ts';
import { searchTravelExpenses } from '#contract/calls/travelExpenses.ts';
import { matchesTravelExpense } from '#domain/claimSearch.ts';
import { travelExpenseFinanceDecision } from '../financeDecision.tsx';
import { rowsOf } from '#list/request.ts';
import { REVIEWED, toolsOf, TRAVEL_REVIEW_FILTERS } from '#modules/finance/index.ts';
import { TableScreen } from '#list/table/TableScreen.tsx';

export function ReviewTravelCard({ row, timeZone, actions }: CardProps<TravelExpense>): ReactElement {
  const trip = tripText(row, timeZone);
  return (
    <ReviewCard
      row={row}
      day={row.expenseDate}
      timeZone={timeZone}
      id={{ word: 'Expense-Id', of: row.expenseId }}
      lines={[[typeLabel(row), dayText(row, timeZone)], ...(trip.length > 0 ? [trip] : [])]}
      bills={travelExpenseKind.bills(row)}
      actions={actions}
    />
  );
}

/** Finance's columns of travel claims (FIN-13). */
export const TRAVEL_REVIEW_COLUMNS: readonly TableColumn<TravelExpense>[] = [
  { id: 'tripId', header: 'Trip Id', width: 122, pin: 'start', cell: (row) => <LongId id={row.tripId} /> },
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
  column.words('travelExpenseType', 'Travel Expense Type', 136, typeLabel),
  column.day('startDate', 'Travel From', (row) => row.startDate),
  column.day('endDate', 'Travel To', (row) => row.endDate),
  column.day('expenseDate', 'Expense Date', (row) => row.expenseDate),
  REVIEW.claimDate,
  REVIEW.remarks('Employee Remarks'),
  column.words('fromLocation', 'Departure Location', 130, (row) => row.fromLocation),
  column.words('travelLocation', 'Arrival Location', 130, (row) => row.travelLocation),
  column.words('baseLocation', 'Base Location', 130, (row) => row.baseLocation),
  REVIEW.bills('View'),
  REVIEW.managerRemarks,
  REVIEW.managerDate,
  REVIEW.financeDate,
  REVIEW.claimed,
  REVIEW.managerAmount('Approved By Manager'),
  REVIEW.financeAmount,
  REVIEW.financeRemarks,
  REVIEW.verdict('Action'),
];

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

export function ViewTravelExpense(): ReactElement {
  return <TableScreen def={viewTravelExpense} />;
}
