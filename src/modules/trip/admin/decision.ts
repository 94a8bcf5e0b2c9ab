import { adminApproveTrip, adminRejectTrip, bulkAdminTrips } from '#contract/calls/tripDecisions.ts';
import type { Trip } from '#contract/trip.ts';
import type { DecisionDef } from '#list/decision/definition.ts';
import { nothingSelected, parseBulkDecision } from '#domain/approval.ts';
import { afterAdminDecision, approvesWithoutTicket, parseAdminDecision } from '#domain/tripDecision.ts';
import { wayOf } from '../kind.ts';
import { AdminTripDetails } from './AdminTripDetails.tsx';
import { onTrip, adminTripKind } from './kind.ts';

const TITLE = 'Approve/Reject Travel Request';
const TOASTS = { approved: 'Travel request Approved.', rejected: 'Travel request rejected.' } as const;

/** Of many, how many have no ticket though they need one (ADM-5). */
function withoutTickets(rows: readonly Trip[]): string | null {
  const count = rows.filter(approvesWithoutTicket).length;
  if (count === 0) return null;
  const those =
    count === rows.length
      ? count === 1
        ? 'It needs a ticket and has'
        : 'They need tickets and have'
      : count === 1
        ? 'One of them needs a ticket and has'
        : `${count} of them need tickets and have`;
  return `${those} none yet. After the approval none can be added.`;
}

/** An admin decides a travel request that its manager approved (ADM-1). */
export const tripAdminDecision: DecisionDef<Trip> = {
  can: (row, email) => onTrip.decide(row, { email }),
  titles: { pending: TITLE, settled: TITLE },
  Details: AdminTripDetails,
  bills: adminTripKind.bills,
  warnings: () => [],
  fields: [{ name: 'adminRemarks', label: 'Admin remarks', kind: 'text', settled: (row) => row.adminRemarks }],
  parse: parseAdminDecision,
  asks: (approve, row) =>
    approve && approvesWithoutTicket(row)
      ? {
          title: 'Approve without a ticket?',
          text: `${wayOf(row)} needs a ticket and has none yet. After the approval none can be added.`,
          yes: 'Approve',
        }
      : null,
  endpoints: { approve: adminApproveTrip, reject: adminRejectTrip, bulk: bulkAdminTrips },
  query: (row, email) => ({ email, tripId: row.tripId }),
  after: (row, approve) => ({ ...row, adminApprovalStatus: afterAdminDecision(approve) }),
  toasts: { ...TOASTS, bulkApproved: TOASTS.approved, bulkRejected: TOASTS.rejected },
  bulk: {
    titles: { approve: 'Approve travel request by admin', reject: 'Reject travel request by admin' },
    noun: 'travel requests',
    nothing: nothingSelected,
    warning: (approve, rows) => (approve ? withoutTickets(rows) : null),
    parse: parseBulkDecision,
  },
};
