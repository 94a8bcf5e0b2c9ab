import type { EndpointName } from '#contract/endpoints.ts';
import type { Trip } from '#contract/trip.ts';
import { parseAmount, toRupees } from '#domain/money.ts';
import { statusLabel } from '#domain/status.ts';
import { NO_SHOW, TICKETS, afterCancellation } from '#domain/tripDecision.ts';
import type { ClaimKind } from '#list/definition.ts';
import type { Entry } from '#outbox/entry.ts';
import { editedBills, sourcesOf } from '#modules/claims/billValues.ts';
import { daysOf, tripKind } from '../kind.ts';

/** An amount of an entry's body in rupees; null when it cannot be read. */
function rupeesIn(value: unknown): number | null {
  const read = parseAmount(value, '', 0);
  return read.ok ? toRupees(read.paise) : null;
}
const said = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** How a trip looks with what an admin did to it and has not been sent yet. */
const EDITED: Partial<Record<EndpointName, (row: Trip, entry: Entry) => Trip>> = {
  uploadTicketDetails: (row, entry) => ({
    ...row,
    ticketUploadStatus: TICKETS.there,
    ticketAmount: rupeesIn(entry.body['ticketAmount']),
    ticketUrl: editedBills(row.ticketUrl, entry),
  }),
  addFurtherTicket: (row, { body }) => ({
    ...row,
    ticketUploadStatus: TICKETS.there,
    ticketAmount: (row.ticketAmount ?? 0) + (rupeesIn(body['ticketAmount']) ?? 0),
  }),
  uploadCancellationDetails: (row, { body }) => ({
    ...row,
    cancellationStatus: afterCancellation(true),
    adminCancellationRemarks: said(body['adminCancellationRemarks']),
    ticketRefundAmount: rupeesIn(body['ticketRefundAmount']),
    amountToBeDeductedFromSalary: rupeesIn(body['amountToBeDeductedFromSalary']),
  }),
  rejectCancellation: (row, { body }) => ({
    ...row,
    cancellationStatus: afterCancellation(false),
    adminCancellationRemarks: said(body['adminRemarks']),
  }),
  markNoShow: (row, { body }) => ({
    ...row,
    managerApprovalStatus: NO_SHOW.manager,
    adminApprovalStatus: NO_SHOW.admin,
    adminRemarks: said(body['adminRemarks']) ?? row.adminRemarks,
  }),
};

/** What an admin fills in on somebody's trip: it is changed where it was written. */
const ADMIN_EDITS = Object.keys(EDITED) as EndpointName[];

/** Travel requests as an admin sees and changes them. */
export const adminTripKind: ClaimKind<Trip> = {
  ...tripKind,
  bills: (row) => sourcesOf(row.ticketUrl),
  edits: [...tripKind.edits, ...ADMIN_EDITS],
  editedRow: (row, entry) => (EDITED[entry.endpoint] ?? tripKind.editedRow)(row, entry),
};

/** What a screen reader says of a card: the id first. */
export const nameOfAdminTrip = (row: Trip, timeZone: string): string =>
  `${row.tripId}, ${row.employeeName}, ${row.departureCity} to ${row.arrivalCity}, ` +
  `${daysOf(row, timeZone)}, Admin: ${statusLabel(row.adminApprovalStatus)}, Cancellation: ` +
  `${statusLabel(row.cancellationStatus)}`;
