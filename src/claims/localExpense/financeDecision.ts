import { bulkFinanceLocal, financeApproveLocal, financeRejectLocal, reviveLocal } from '#contract/calls/finance.ts';
import { financeDecision } from '../financeDecision.ts';
import { LOCAL, localExpenseKind } from './kind.ts';
import { ReviewExpenseFacts } from './ReviewExpenseFacts.tsx';

/** Finance decides a local expense (approver.md 2.7 and 5). */
export const localExpenseFinanceDecision = financeDecision({
  number: LOCAL,
  kind: localExpenseKind,
  dayOf: (row) => row.expenseDate,
  titles: { pending: 'Approve/Reject Local Expenses', settled: 'View' },
  Facts: ReviewExpenseFacts,
  endpoints: { approve: financeApproveLocal, reject: financeRejectLocal, bulk: bulkFinanceLocal },
  revive: reviveLocal,
  noun: 'expenses',
});
