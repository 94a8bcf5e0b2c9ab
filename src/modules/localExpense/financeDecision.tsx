import type { ReactElement } from 'react';
import type { LocalExpense } from '#contract/expense.ts';
import { ReviewDetails, financeDecision } from '#modules/claims/index.ts';
import { LocalExpenseDetails } from './managerDecision.tsx';
import { bulkFinanceLocal, financeApproveLocal, financeRejectLocal, reviveLocal } from '#contract/calls/finance.ts';
import { LOCAL, localExpenseKind } from './kind.ts';

const ReviewExpenseDetails = ({ row }: { row: LocalExpense }): ReactElement => (
  <>
    <LocalExpenseDetails row={row} />
    <ReviewDetails row={row} />
  </>
);

/** Finance decides a local expense (FIN-1, FIN-2, FIN-3). */
export const localExpenseFinanceDecision = financeDecision({
  number: LOCAL,
  kind: localExpenseKind,
  dayOf: (row) => row.expenseDate,
  titles: { pending: 'Approve/Reject Local Expenses', settled: 'View' },
  Details: ReviewExpenseDetails,
  endpoints: { approve: financeApproveLocal, reject: financeRejectLocal, bulk: bulkFinanceLocal },
  revive: reviveLocal,
  noun: 'expenses',
});
