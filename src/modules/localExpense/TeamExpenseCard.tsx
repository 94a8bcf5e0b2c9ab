import type { ReactElement } from 'react';
import type { LocalExpense } from '#contract/expense.ts';
import type { CardProps } from '#list/definition.ts';
import { TeamClaimCard } from '#modules/claims/index.ts';
import { dayText, localExpenseKind, typeLabel } from './kind.ts';

/** A local expense in an approver's queue. */
export function TeamExpenseCard({ row, timeZone, actions }: CardProps<LocalExpense>): ReactElement {
  return (
    <TeamClaimCard
      row={row}
      day={row.expenseDate}
      timeZone={timeZone}
      id={{ word: 'Expense-Id', of: row.expenseId }}
      lines={[[typeLabel(row), dayText(row, timeZone)]]}
      bills={localExpenseKind.bills(row)}
      actions={actions}
    />
  );
}
