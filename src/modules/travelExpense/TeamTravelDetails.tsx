import type { ReactElement } from 'react';
import type { TravelExpense } from '#contract/expense.ts';
import { useSession } from '#data/session.ts';
import { formatRupees } from '#domain/money.ts';
import { Details, SeeAll } from '#modules/claims/index.ts';
import { dayText, tripText, typeLabel } from './kind.ts';

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
      <SeeAll row={row} path="/raise-travel-expense" />
    </div>
  );
}
