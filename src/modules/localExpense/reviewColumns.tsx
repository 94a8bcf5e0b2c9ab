import type { LocalExpense } from '#contract/expense.ts';
import type { TableColumn } from '#list/definition.ts';
import { column, REVIEW } from '#modules/claims/index.ts';
import { typeLabel } from './kind.ts';

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
