import type { ReactElement } from 'react';
import { bulkManagerLocal, managerApproveLocal, managerRejectLocal } from '#contract/calls/localExpenses.ts';
import type { LocalExpense } from '#contract/expense.ts';
import { useSession } from '#data/session.ts';
import { formatRupees } from '#domain/money.ts';
import { claimDecision, Details, ReadFacts, SeeAll } from '#modules/claims/index.ts';
import { dayText, LOCAL, localExpenseKind, typeLabel } from './kind.ts';

/** A local expense, read-only. */
export function LocalExpenseDetails({ row }: { row: LocalExpense }): ReactElement {
  const { timeZone } = useSession();
  return (
    <div>
      <Details
        items={[
          ['Employee', `${row.employeeName} (${row.employeeCode})`],
          ['Expense-Id', row.expenseId],
          ['Expense type', typeLabel(row)],
          ['Expense date', dayText(row, timeZone)],
          ['Claim amount', formatRupees(row.claimAmount)],
          ['Remarks', row.remarks],
        ]}
      />
      <ReadFacts row={row} />
      <SeeAll row={row} path="/raise-local/expense" />
    </div>
  );
}

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
