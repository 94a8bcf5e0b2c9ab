import { bulkFinanceLocal, financeApproveLocal, financeRejectLocal, reviveLocal } from '#contract/calls/finance.ts';
import { financeDecision } from '#modules/claims/index.ts';
import { LOCAL, localExpenseKind } from './kind.ts';
import { ReviewExpenseDetails } from './ReviewExpenseDetails.tsx';

/** Finance decides a local expense (FIN-1 to FIN-3). */
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
