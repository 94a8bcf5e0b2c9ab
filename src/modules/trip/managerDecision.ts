import { bulkManagerTrips, managerApproveTrip, managerRejectTrip } from '#contract/calls/tripDecisions.ts';
import type { Trip } from '#contract/trip.ts';
import type { DecisionDef } from '#list/decision/definition.ts';
import { afterManagerDecision, nothingSelected, readBulkDecision, readTripDecision } from '#domain/approval.ts';
import { managerTripCan } from '#domain/tripDecision.ts';
import { BULK_TOASTS, managerRemarks } from '#modules/claims/index.ts';
import { tripKind } from './kind.ts';
import { TeamTripDetails } from './TeamTripDetails.tsx';

/**
 * A manager decides a travel request: nothing is filled in but a remark, and that only to reject (MGR-8).
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
