import type { ReactElement } from 'react';
import type { TravelExpense } from '#contract/expense.ts';
import type { CardProps, ListDef } from '#list/definition.ts';
import {
  TeamClaimCard,
  detailAddress,
  inQueue,
  QUEUE,
  TEAM_TRAVEL_FILTERS,
  QueueLinks,
  TeamSpendFrame,
} from '#modules/claims/index.ts';
import { dayText, travelExpenseKind, tripText, typeLabel, nameOfTravelExpense } from '../kind.ts';
import { searchTravelExpenses } from '#contract/calls/travelExpenses.ts';
import { matchesTravelExpense } from '#domain/claimSearch.ts';
import { travelExpenseManagerDecision } from '../managerDecision.tsx';
import { rowsOf } from '#list/request.ts';
import { ListScreen } from '#list/ListScreen.tsx';

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

/** The travel claims that a manager decides, one by one. */
export const approveTravelExpense: ListDef<TravelExpense> = {
  ...QUEUE,
  kind: travelExpenseKind,
  endpoint: searchTravelExpenses,
  filters: TEAM_TRAVEL_FILTERS,
  matches: inQueue(matchesTravelExpense),
  Card: TeamTravelCard,
  nameOf: nameOfTravelExpense,
  detailOf: (row) => detailAddress(row.expenseId),
  decision: travelExpenseManagerDecision,
};
export const firstRows = rowsOf(approveTravelExpense);

export function ApproveTravelExpense(): ReactElement {
  return (
    <>
      <QueueLinks />
      <ListScreen def={approveTravelExpense} />
      <TeamSpendFrame />
    </>
  );
}
