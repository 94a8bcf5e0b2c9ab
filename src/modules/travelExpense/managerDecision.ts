import { bulkManagerTravel, managerApproveTravel, managerRejectTravel } from '#contract/calls/travelExpenses.ts';
import { PRIMARY_EXPENSE_TYPE } from '#contract/enums.ts';
import { claimDecision } from '#modules/claims/index.ts';
import { travelExpenseKind } from './kind.ts';
import { TeamTravelDetails } from './TeamTravelDetails.tsx';

/** A manager decides a travel claim (MGR-3, MGR-4). */
export const travelExpenseManagerDecision = claimDecision({
  number: PRIMARY_EXPENSE_TYPE.travel,
  kind: travelExpenseKind,
  dayOf: (row) => row.expenseDate,
  titles: { pending: 'Approve/Reject Travel Expense', settled: 'View Travel Expense' },
  toasts: { approved: 'Travel expense approved', rejected: 'Travel expense rejected' },
  Details: TeamTravelDetails,
  endpoints: { approve: managerApproveTravel, reject: managerRejectTravel, bulk: bulkManagerTravel },
  noun: 'travel expenses',
});
