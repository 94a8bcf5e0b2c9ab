import { bulkManagerLocal, managerApproveLocal, managerRejectLocal } from '#contract/calls/localExpenses.ts';
import { claimDecision } from '#modules/claims/index.ts';
import { LOCAL, localExpenseKind } from './kind.ts';
import { LocalExpenseDetails } from './LocalExpenseDetails.tsx';

/** A manager decides a local expense (MGR-5, MGR-6, MGR-14, MGR-18). */
export const localExpenseManagerDecision = claimDecision({
  number: LOCAL,
  kind: localExpenseKind,
  dayOf: (row) => row.expenseDate,
  titles: { pending: 'Approve/Reject Local Expenses', settled: 'View' },
  toasts: { approved: 'Request approved', rejected: 'Request rejected' },
  Details: LocalExpenseDetails,
  endpoints: { approve: managerApproveLocal, reject: managerRejectLocal, bulk: bulkManagerLocal },
  noun: 'expenses',
});
