import type { ReactElement } from 'react';
import type { TravelExpense } from '#contract/expense.ts';
import { useSession } from '#data/session.ts';
import { formatRupees } from '#domain/money.ts';
import { Details, ReadFacts, SeeAll, claimDecision } from '#modules/claims/index.ts';
import { dayText, tripText, typeLabel, travelExpenseKind } from './kind.ts';
import { bulkManagerTravel, managerApproveTravel, managerRejectTravel } from '#contract/calls/travelExpenses.ts';
import { PRIMARY_EXPENSE_TYPE } from '#contract/enums.ts';

/** A travel claim with its trip, read-only. */
export function TeamTravelDetails({ row }: { row: TravelExpense }): ReactElement {
  const { timeZone } = useSession();
  return (
    <div>
      <Details
        items={[
          ['Employee', `${row.employeeName} (${row.employeeCode})`],
          ['Expense-Id', row.expenseId],
          ['Expense type', typeLabel(row)],
          ['Expense date', dayText(row, timeZone)],
          ['Trip', [row.tripId, ...tripText(row, timeZone)].join('\n')],
          ['Claim amount', formatRupees(row.claimAmount)],
          ['Remarks', row.remarks],
        ]}
      />
      <ReadFacts row={row} />
      <SeeAll row={row} path="/raise-travel-expense" />
    </div>
  );
}

/** A manager decides a travel claim (MGR-3, MGR-4, MGR-24, MGR-25). */
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
