import type { ReactElement } from 'react';
import type { Trip } from '#contract/trip.ts';
import { useSession } from '#data/session.ts';
import { dayOf, formatDay } from '#domain/dates.ts';
import { formatRupees } from '#domain/money.ts';
import { lateText } from '#domain/saved.ts';
import { statusLabel, statusOf } from '#domain/status.ts';
import { timeOf } from '#domain/times.ts';
import { Details, SeeAll, BULK_TOASTS, managerRemarks } from '#modules/claims/index.ts';
import { daysOf, lengthOf, wayOf, tripKind } from './kind.ts';
import { bulkManagerTrips, managerApproveTrip, managerRejectTrip } from '#contract/calls/tripDecisions.ts';
import type { DecisionDef } from '#list/decision/definition.ts';
import { afterManagerDecision, nothingSelected, readBulkDecision, readTripDecision } from '#domain/approval.ts';
import { managerTripCan } from '#domain/tripDecision.ts';
import { BOOKED_BY, DONE_BY, MODE, TRAVEL_TYPE, TRIP_TYPE, yesNo } from '#domain/tripWords.ts';

/** A travel request with all that its manager needs to decide it, read-only. */
function TeamTripDetails({ row }: { row: Trip }): ReactElement {
  const { timeZone } = useSession();
  const day = (ms: number | null): string | null => (ms === null ? null : formatDay(dayOf(ms, timeZone)));
  const cancelling = statusOf(row.cancellationStatus) !== 'notInitiated';
  return (
    <div>
      <Details
        items={[
          ['Employee', `${row.employeeName} (${row.employeeCode})`],
          ['Trip-Id', row.tripId],
          ['Travel', wayOf(row)],
          ['Dates', `${daysOf(row, timeZone)}, ${lengthOf(row)}`],
          ['Preferred time', row.preferredTime === null ? null : timeOf(row.preferredTime)],
          ['Reason for travel', row.reasonForTravel],
          ['Mode of travel', `${MODE[row.modeOfTravel]}, ${TRIP_TYPE[row.tripType]}, ${TRAVEL_TYPE[row.travelType]}`],
          ['Booked by', BOOKED_BY[row.travelBookedBy]],
          ['Travel to be done by', [DONE_BY[row.travelToBeDoneBy], row.traveller].filter(Boolean).join(': ')],
          ['Traveller DOB', day(row.travellerDOB)],
          ['Accommodation required', yesNo(row.isAccommodationRequired)],
          ['Accommodation city', row.accommodationCity],
          ['Check-in date', day(row.checkInDate)],
          ['Check-out date', day(row.checkOutDate)],
          ['Preferred hotel', row.preferredHotel],
          ['Preferred location', row.preferredLocation],
          ['Remarks', row.remarks],
          ['Saved', lateText(row, timeZone)],
          // Until the manager has decided, nobody else has.
          ['Admin', statusOf(row.managerApprovalStatus) === 'pending' ? null : statusLabel(row.adminApprovalStatus)],
          ['Admin remarks', row.adminRemarks],
          ['Ticket amount', row.ticketAmount === null ? null : formatRupees(row.ticketAmount)],
          ['Cancellation', cancelling ? statusLabel(row.cancellationStatus) : null],
          ['Cancellation remarks', row.cancellationRemarks],
        ]}
      />
      <SeeAll row={row} path="/raise-travel-request" />
    </div>
  );
}

/**
 * A manager decides a travel request: nothing is filled in but a remark, and that only to reject (MGR-8, MGR-24,
 * MGR-25).
 */
export const tripManagerDecision: DecisionDef<Trip> = {
  can: managerTripCan.decide,
  titles: { pending: 'Approve/Reject Travel Request', settled: 'View Travel Request' },
  Details: TeamTripDetails,
  bills: tripKind.bills,
  warnings: () => [],
  fields: [managerRemarks],
  read: readTripDecision,
  endpoints: { approve: managerApproveTrip, reject: managerRejectTrip, bulk: bulkManagerTrips },
  query: (row, email) => ({ email, tripId: row.tripId }),
  after: (row, approve) => ({ ...row, managerApprovalStatus: afterManagerDecision('trip', approve) }),
  toasts: { approved: 'Travel request Approved.', rejected: 'Travel request rejected.', ...BULK_TOASTS },
  bulk: {
    titles: { approve: 'Approve travel request by manager', reject: 'Reject travel request by manager' },
    noun: 'travel requests',
    nothing: nothingSelected,
    read: readBulkDecision,
  },
};
