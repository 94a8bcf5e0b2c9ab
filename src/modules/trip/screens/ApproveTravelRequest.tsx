import type { ReactElement } from 'react';
import type { Trip } from '#contract/trip.ts';
import { statusOf } from '#domain/status.ts';
import type { CardProps, ListDef } from '#list/definition.ts';
import {
  TeamCard,
  detailAddress,
  inQueue,
  QUEUE,
  TEAM_TRIP_FILTERS,
  QueueLinks,
  TeamSpendFrame,
} from '#modules/claims/index.ts';
import { daysOf, lengthOf, tripKind, wayOf, nameOfTrip } from '../kind.ts';
import { searchTrips } from '#contract/calls/trips.ts';
import { tripMatches } from '#domain/tripSearch.ts';
import { MODE, yesNo } from '#domain/tripWords.ts';
import { tripManagerDecision } from '../managerDecision.tsx';
import { rowsOf } from '#list/request.ts';
import { ListScreen } from '#list/ListScreen.tsx';

/** A travel request in its manager's queue. */
export function TeamTripCard({ row, timeZone, actions }: CardProps<Trip>): ReactElement {
  const cancelling = statusOf(row.cancellationStatus) !== 'notInitiated';
  return (
    <TeamCard
      who={row.employeeName}
      sum={{ text: lengthOf(row), amount: false }}
      lines={[
        [wayOf(row)],
        [
          daysOf(row, timeZone),
          MODE[row.modeOfTravel],
          `Accommodation required: ${yesNo(row.isAccommodationRequired)}`,
        ],
      ]}
      id={{ word: 'Trip-Id', of: row.tripId }}
      tags={[
        { by: 'Manager', status: row.managerApprovalStatus },
        ...(cancelling ? [{ by: 'Cancellation', status: row.cancellationStatus }] : []),
      ]}
      managerRemarks={row.managerRemarks}
      bills={{ sources: tripKind.bills(row), noun: 'ticket' }}
      actions={actions}
    />
  );
}

/** The travel requests that a manager decides. */
export const approveTravelRequest: ListDef<Trip> = {
  ...QUEUE,
  kind: tripKind,
  endpoint: searchTrips,
  filters: TEAM_TRIP_FILTERS,
  matches: inQueue<Trip>(tripMatches),
  Card: TeamTripCard,
  nameOf: nameOfTrip,
  detailOf: (row) => detailAddress(row.tripId),
  decision: tripManagerDecision,
};
export const firstRows = rowsOf(approveTravelRequest);

export function ApproveTravelRequest(): ReactElement {
  return (
    <>
      <QueueLinks />
      <ListScreen def={approveTravelRequest} />
      <TeamSpendFrame />
    </>
  );
}
