import type { ReactElement } from 'react';
import type { LocalExpense } from '#contract/expense.ts';
import type { CardProps, ListDef } from '#list/definition.ts';
import {
  TeamClaimCard,
  detailAddress,
  inQueue,
  QUEUE,
  TEAM_LOCAL_FILTERS,
  localViewTools,
  QueueLinks,
  TeamSpendFrame,
} from '#modules/claims/index.ts';
import { dayText, localExpenseKind, typeLabel, nameOfLocalExpense } from '../kind.ts';
import { searchLocalExpenses } from '#contract/calls/localExpenses.ts';
import { matchesClaim } from '#domain/claimSearch.ts';
import { localExpenseManagerDecision } from '../managerDecision.tsx';
import { rowsOf } from '#list/request.ts';
import { ListScreen } from '#list/ListScreen.tsx';

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

/** The local expenses that a manager decides. */
export const approveLocalExpense: ListDef<LocalExpense> = {
  ...QUEUE,
  kind: localExpenseKind,
  endpoint: searchLocalExpenses,
  filters: TEAM_LOCAL_FILTERS,
  matches: inQueue(matchesClaim),
  Tools: localViewTools('/approve-local', 'expense'),
  Card: TeamExpenseCard,
  nameOf: nameOfLocalExpense,
  detailOf: (row) => detailAddress(row.expenseId),
  decision: localExpenseManagerDecision,
};
export const firstRows = rowsOf(approveLocalExpense);

export function ApproveLocalExpense(): ReactElement {
  return (
    <>
      <QueueLinks />
      <ListScreen def={approveLocalExpense} />
      <TeamSpendFrame />
    </>
  );
}
