import type { ReactElement } from 'react';
import type { Trip } from '#contract/trip.ts';
import { useSession } from '#data/session.ts';
import { dayOf, formatDay } from '#domain/dates.ts';
import { formatRupees } from '#domain/money.ts';
import { timeOf } from '#domain/times.ts';
import { BOOKED_BY, DONE_BY, MODE, TRAVEL_TYPE, TRIP_TYPE, yesNo } from '#domain/tripWords.ts';
import { Details } from '#modules/claims/index.ts';
import { daysOf, lengthOf, wayOf } from './kind.ts';

/** A travel request, read-only. */
export function TripDetails({ row }: { row: Trip }): ReactElement {
  const { timeZone } = useSession();
  const day = (ms: number | null): string | null => (ms === null ? null : formatDay(dayOf(ms, timeZone)));
  return (
    <Details
      items={[
        ['Trip-Id', row.tripId],
        ['Travel', wayOf(row)],
        ['Dates', `${daysOf(row, timeZone)}, ${lengthOf(row)}`],
        ['Preferred time', row.preferredTime === null ? null : timeOf(row.preferredTime)],
        ['Mode of travel', `${MODE[row.modeOfTravel]}, ${TRIP_TYPE[row.tripType]}, ${TRAVEL_TYPE[row.travelType]}`],
        ['Booked by', BOOKED_BY[row.travelBookedBy]],
        ['Travels', [DONE_BY[row.travelToBeDoneBy], row.traveller].filter(Boolean).join(': ')],
        ['Reason for travel', row.reasonForTravel],
        [
          'Accommodation',
          [yesNo(row.isAccommodationRequired), row.accommodationCity, row.preferredHotel, row.preferredLocation]
            .filter(Boolean)
            .join(', '),
        ],
        ['Check-in', day(row.checkInDate)],
        ['Check-out', day(row.checkOutDate)],
        ['Remarks', row.remarks],
        [
          'Further tickets',
          (row.furtherTickets ?? [])
            .map(({ ticketAmount, reason }) => `${formatRupees(ticketAmount)}: ${reason}`)
            .join('; '),
        ],
      ]}
    />
  );
}
