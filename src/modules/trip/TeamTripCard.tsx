import type { ReactElement } from 'react';
import type { Trip } from '#contract/trip.ts';
import { statusOf } from '#domain/status.ts';
import type { CardProps } from '#list/definition.ts';
import { MODE, TeamCard, yesNo } from '#modules/claims/index.ts';
import { daysOf, lengthOf, tripKind, wayOf } from './kind.ts';

/** A travel request in its manager's queue. */
export function TeamTripCard({ row, timeZone, actions }: CardProps<Trip>): ReactElement {
  const cancelling = statusOf(row.cancellationStatus) !== 'notInitiated';
  return (
    <TeamCard
      who={row.employeeName}
      sum={{ text: lengthOf(row), amount: false }}
      lines={[
        [wayOf(row), daysOf(row, timeZone)],
        [MODE[row.modeOfTravel], `Accommodation required: ${yesNo(row.isAccommodationRequired)}`],
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
