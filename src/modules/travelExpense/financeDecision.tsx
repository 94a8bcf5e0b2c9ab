import type { ReactElement } from 'react';
import type { TravelExpense } from '#contract/expense.ts';
import { ReviewDetails, financeDecision } from '#modules/claims/index.ts';
import { TeamTravelDetails } from './managerDecision.tsx';
import { bulkFinanceTravel, financeApproveTravel, financeRejectTravel, reviveTravel } from '#contract/calls/finance.ts';
import { PRIMARY_EXPENSE_TYPE } from '#contract/enums.ts';
import { travelExpenseKind } from './kind.ts';

const ReviewTravelDetails = ({ row }: { row: TravelExpense }): ReactElement => (
  <>
    <TeamTravelDetails row={row} />
    <ReviewDetails row={row} />
  </>
);

/** Finance decides a travel claim (FIN-1, FIN-2, FIN-3). */
export const travelExpenseFinanceDecision = financeDecision({
  number: PRIMARY_EXPENSE_TYPE.travel,
  kind: travelExpenseKind,
  dayOf: (row) => row.expenseDate,
  titles: { pending: 'Approve/Reject Travel Expense', settled: 'View Travel Expense' },
  Details: ReviewTravelDetails,
  endpoints: { approve: financeApproveTravel, reject: financeRejectTravel, bulk: bulkFinanceTravel },
  revive: reviveTravel,
  noun: 'travel expenses',
});
