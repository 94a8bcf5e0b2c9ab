import type { ReactElement } from 'react';
import type { Trip } from '#contract/trip.ts';
import { useSession } from '#data/session.ts';
import { formatRupees } from '#domain/money.ts';
import { lateText } from '#domain/saved.ts';
import { statusLabel, statusOf } from '#domain/status.ts';
import { inOneLine, otherTripFields, tripDetails } from '#domain/tripFields.ts';
import { Details, SeeAll, BULK_TOASTS, managerRemarks } from '#modules/claims/index.ts';
import { daysOf, lengthOf, wayOf, tripKind } from './kind.ts';
import { bulkManagerTrips, managerApproveTrip, managerRejectTrip } from '#contract/calls/tripDecisions.ts';
import type { DecisionDef } from '#list/decision/definition.ts';
import { afterManagerDecision, nothingSelected, parseBulkDecision, parseTripDecision } from '#domain/approval.ts';
import { managerTripCan } from '#domain/tripDecision.ts';

/** What has no place of its own below. */
const OTHERS = otherTripFields(
  'departureCity',
  'arrivalCity',
  'startDate',
  'endDate',
  'preferredTime',
  'reasonForTravel',
  'modeOfTravel',
  'tripType',
  'travelType',
  'travelBookedBy',
  'travelToBeDoneBy',
  'traveller',
  'travellerDOB',
  'remarks',
);

/** A travel request with all that its manager needs to decide it, read-only. */
function TeamTripDetails({ row }: { row: Trip }): ReactElement {
  const { timeZone } = useSession();
  const own = tripDetails(row, timeZone);
  const cancelling = statusOf(row.cancellationStatus) !== 'notInitiated';
  return (
    <div>
      <Details
        items={[
          ['Employee', `${row.employeeName} (${row.employeeCode})`],
          ['Trip-Id', row.tripId],
          ['Travel', wayOf(row)],
          ['Dates', `${daysOf(row, timeZone)}, ${lengthOf(row)}`],
          own.preferredTime,
          own.reasonForTravel,
          ['Mode of travel', inOneLine([own.modeOfTravel, own.tripType, own.travelType])],
          own.travelBookedBy,
          ['Travel to be done by', inOneLine([own.travelToBeDoneBy, own.traveller], ': ')],
          own.travellerDOB,
          ...OTHERS.map((name) => own[name]),
          own.remarks,
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
  parse: parseTripDecision,
  endpoints: { approve: managerApproveTrip, reject: managerRejectTrip, bulk: bulkManagerTrips },
  query: (row, email) => ({ email, tripId: row.tripId }),
  after: (row, approve) => ({ ...row, managerApprovalStatus: afterManagerDecision('trip', approve) }),
  toasts: { approved: 'Travel request Approved.', rejected: 'Travel request rejected.', ...BULK_TOASTS },
  bulk: {
    titles: { approve: 'Approve travel request by manager', reject: 'Reject travel request by manager' },
    noun: 'travel requests',
    nothing: nothingSelected,
    parse: parseBulkDecision,
  },
};
