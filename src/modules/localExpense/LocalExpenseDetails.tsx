import type { ReactElement } from 'react';
import type { LocalExpense } from '#contract/expense.ts';
import { useSession } from '#data/session.ts';
import { formatRupees } from '#domain/money.ts';
import { Details, SeeAll } from '#modules/claims/index.ts';
import { dayText, typeLabel } from './kind.ts';

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
      <SeeAll row={row} path="/raise-local/expense" />
    </div>
  );
}
