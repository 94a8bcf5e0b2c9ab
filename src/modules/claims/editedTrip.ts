import type { EndpointName } from '#contract/endpoints.ts';
import { LEFT_OUT, trip, type Trip } from '#contract/trip.ts';
import { parseAmount, toRupees } from '#domain/money.ts';
import { afterCancel } from '#domain/trip.ts';
import { NO_SHOW, TICKETS, afterCancellation } from '#domain/tripDecision.ts';
import type { Entry } from '#outbox/entry.ts';
import { editedBills } from './rowBills.ts';

/** How a trip looks with a change of it that has not been sent yet. */

const DAY_MS = 86_400_000;

/**
 * A row with what an entry's body says, as far as it can be read. What is not sent, since its part of the form was not
 * shown, the record no longer has.
 */
export function withBody(row: Trip, entry: Entry): Trip {
  const read = trip.safeParse({ ...row, ...LEFT_OUT, ...entry.body });
  if (!read.success) return row;
  // Both are midnights of the same zone: rounding takes out a change of its clocks.
  return { ...read.data, totalTravelDays: Math.round((read.data.endDate - read.data.startDate) / DAY_MS) + 1 };
}

/** What the traveller did. */
const OWN: Partial<Record<EndpointName, (row: Trip, entry: Entry) => Trip>> = {
  updateTrip: withBody,
  cancelTrip: (row, { body: { cancellationRemarks } }) => ({
    ...row,
    cancellationRemarks: typeof cancellationRemarks === 'string' ? cancellationRemarks : null,
    cancellationStatus: afterCancel(row, row.ticketUrl.length > 0),
  }),
};

/** An amount of an entry's body in rupees; null when it cannot be read. */
function rupeesIn(value: unknown): number | null {
  const parsed = parseAmount(value, '', 0);
  return parsed.ok ? toRupees(parsed.paise) : null;
}
const said = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** What an admin did. */
const ADMIN: Partial<Record<EndpointName, (row: Trip, entry: Entry) => Trip>> = {
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

/** Changes of a trip by its traveller, and what an admin fills in on it: it is changed where it was written. */
export const OWN_EDITS = Object.keys(OWN) as EndpointName[];
export const ADMIN_EDITS = Object.keys(ADMIN) as EndpointName[];

const EDITS = { ...OWN, ...ADMIN };
export const isTripEdit = (endpoint: EndpointName): boolean => Object.hasOwn(EDITS, endpoint);
/** The trip with an unsent change; an entry of another endpoint is read as a body. */
export const editedTrip = (row: Trip, entry: Entry): Trip => (EDITS[entry.endpoint] ?? withBody)(row, entry);
