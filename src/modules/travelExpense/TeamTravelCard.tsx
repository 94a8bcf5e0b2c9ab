import type { ReactElement } from 'react';
import type { TravelExpense } from '#contract/expense.ts';
import type { CardProps } from '#list/definition.ts';
import { TeamClaimCard } from '#modules/claims/index.ts';
import { dayText, travelExpenseKind, tripText, typeLabel } from './kind.ts';

/** A travel claim in a manager's queue, with the trip that it belongs to. */
export function TeamTravelCard({ row, timeZone, actions }: CardProps<TravelExpense>): ReactElement {
  const trip = tripText(row, timeZone);
  return (
    <TeamClaimCard
      row={row}
      day={row.expenseDate}
      timeZone={timeZone}
      id={{ word: 'Expense-Id', of: row.expenseId }}
      lines={[[typeLabel(row), dayText(row, timeZone)], ...(trip.length > 0 ? [trip] : [])]}
      bills={travelExpenseKind.bills(row)}
      actions={actions}
    />
  );
}
