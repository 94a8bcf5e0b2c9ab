import type { TravelExpense } from '#contract/expense.ts';
import type { TableColumn } from '#list/definition.ts';
import { LongId } from '#list/table/LongId.tsx';
import { column, REVIEW } from '#modules/claims/index.ts';
import { typeLabel } from './kind.ts';

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
