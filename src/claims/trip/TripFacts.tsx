import type { ReactElement } from 'react';
import type { Trip } from '#contract/trip.ts';
import { useSession } from '#data/session.ts';
import { dayOf, formatDay } from '#domain/dates.ts';
import { statusLabel } from '#domain/status.ts';
import { timeOf } from '#domain/times.ts';
import { Facts } from '../Facts.tsx';
import { daysOf, wayOf } from './kind.ts';
import { BOOKED_BY, DONE_BY, MODE, TRAVEL_TYPE, TRIP_TYPE, yesNo } from './labels.ts';

/** A travel request, read-only. */
export function TripFacts({ row }: { row: Trip }): ReactElement {
  const { timeZone } = useSession();
  const day = (ms: number | null): string | null => (ms === null ? null : formatDay(dayOf(ms, timeZone)));
  return (
    <Facts
      facts={[
        ['Trip-Id', row.tripId],
        ['Travel', wayOf(row)],
        ['Dates', `${daysOf(row, timeZone)} (${row.totalTravelDays})`],
        ['Preferred time', row.preferredTime === null ? null : timeOf(row.preferredTime)],
        ['Mode of travel', `${MODE[row.modeOfTravel]}, ${TRIP_TYPE[row.tripType]}, ${TRAVEL_TYPE[row.travelType]}`],
        ['Booked by', BOOKED_BY[row.travelBookedBy]],
        ['Travels', [DONE_BY[row.travelToBeDoneBy], row.traveller].filter(Boolean).join(': ')],
        ['Reason for travel', row.reasonForTravel],
        ['Accommodation required', yesNo(row.isAccommodationRequired)],
        ['Accommodation', row.accommodationCity === null ? null : `${row.accommodationCity}, ${day(row.checkInDate) ?? ''} to ${day(row.checkOutDate) ?? ''}`],
        ['Manager', statusLabel(row.managerApprovalStatus)],
        ['Admin', statusLabel(row.adminApprovalStatus)],
        ['Cancellation', statusLabel(row.cancellationStatus)],
      ]}
    />
  );
}
