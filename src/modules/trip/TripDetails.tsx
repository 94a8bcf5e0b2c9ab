import type { ReactElement } from 'react';
import type { Trip } from '#contract/trip.ts';
import { useSession } from '#data/session.ts';
import { formatRupees } from '#domain/money.ts';
import { inOneLine, otherTripFields, tripDetails } from '#domain/tripFields.ts';
import { Details } from '#modules/claims/index.ts';
import { daysOf, lengthOf, wayOf } from './kind.ts';

/** What has no place of its own below. The traveller's date of birth is not told. */
const OTHERS = otherTripFields(
  'departureCity',
  'arrivalCity',
  'startDate',
  'endDate',
  'preferredTime',
  'modeOfTravel',
  'tripType',
  'travelType',
  'travelBookedBy',
  'travelToBeDoneBy',
  'traveller',
  'travellerDOB',
  'reasonForTravel',
  'isAccommodationRequired',
  'accommodationCity',
  'preferredHotel',
  'preferredLocation',
  'checkInDate',
  'checkOutDate',
  'remarks',
);

/** A travel request, read-only. */
export function TripDetails({ row }: { row: Trip }): ReactElement {
  const { timeZone } = useSession();
  const own = tripDetails(row, timeZone);
  return (
    <Details
      items={[
        ['Trip-Id', row.tripId],
        ['Travel', wayOf(row)],
        ['Dates', `${daysOf(row, timeZone)}, ${lengthOf(row)}`],
        own.preferredTime,
        ['Mode of travel', inOneLine([own.modeOfTravel, own.tripType, own.travelType])],
        own.travelBookedBy,
        ['Travels', inOneLine([own.travelToBeDoneBy, own.traveller], ': ')],
        own.reasonForTravel,
        [
          'Accommodation',
          inOneLine([own.isAccommodationRequired, own.accommodationCity, own.preferredHotel, own.preferredLocation]),
        ],
        ['Check-in', own.checkInDate[1]],
        ['Check-out', own.checkOutDate[1]],
        ...OTHERS.map((name) => own[name]),
        own.remarks,
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
