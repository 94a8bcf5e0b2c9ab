import type { ReactElement } from 'react';
import type { Conveyance } from '#contract/expense.ts';
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
import { conveyanceKind, dayText, distanceText, typeLabel, wayText, nameOfConveyance } from '../kind.ts';
import { searchConveyance } from '#contract/calls/conveyance.ts';
import { matchesConveyance } from '#domain/claimSearch.ts';
import { conveyanceManagerDecision } from '../managerDecision.tsx';
import { rowsOf } from '#list/request.ts';
import { ListScreen } from '#list/ListScreen.tsx';

/** A conveyance claim in a manager's queue. */
export function TeamConveyanceCard({ row, timeZone, actions }: CardProps<Conveyance>): ReactElement {
  const lines = [
    [wayText(row), dayText(row, timeZone)],
    [`${typeLabel(row)}, ${distanceText(row)}`, `for ${row.clientName}`],
  ];
  return (
    <TeamClaimCard
      row={row}
      day={row.travelDate}
      timeZone={timeZone}
      id={{ word: 'Trip-Id', of: row.tripId }}
      lines={lines}
      bills={conveyanceKind.bills(row)}
      actions={actions}
    />
  );
}

/** The conveyance claims that a manager decides. */
export const approveConveyance: ListDef<Conveyance> = {
  ...QUEUE,
  kind: conveyanceKind,
  endpoint: searchConveyance,
  filters: TEAM_LOCAL_FILTERS,
  matches: inQueue(matchesConveyance),
  Tools: localViewTools('/approve-local', 'conveyance'),
  Card: TeamConveyanceCard,
  nameOf: nameOfConveyance,
  detailOf: (row) => detailAddress(row.tripId),
  decision: conveyanceManagerDecision,
};
export const firstRows = rowsOf(approveConveyance);

export function ApproveConveyance(): ReactElement {
  return (
    <>
      <QueueLinks />
      <ListScreen def={approveConveyance} />
      <TeamSpendFrame />
    </>
  );
}
