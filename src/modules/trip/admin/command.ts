import {
  addFurtherTicket,
  markNoShow,
  rejectCancellation,
  uploadCancellationDetails,
  uploadTicketDetails,
} from '#contract/calls/tripDecisions.ts';
import type { Trip } from '#contract/trip.ts';
import type { Submission, FormDraft } from '#data/submit.ts';
import { dayOf } from '#domain/dates.ts';
import { toRupees } from '#domain/money.ts';
import type { CancellationInput } from '#domain/tripDecision.ts';
import { type BillValues, newBills, sentBills } from '#modules/claims/index.ts';
import { tripKind, wayOf } from '../kind.ts';

export const TICKETS_TITLE = 'Add Ticket Details';
export const FURTHER_TITLE = 'Add Another Ticket';
export const CANCELLATION_TITLE = 'Add Ticket Cancellation Details';
export const NO_SHOW_TITLE = 'Mark as No-show';

export interface AdminContext {
  email: string;
  timeZone: string;
  draft: FormDraft;
}

/** What all changes of one trip by an admin have in common; each carries the version it was made on (OB-10). */
const onTrip = (row: Trip, { email, timeZone, draft }: AdminContext) => ({
  query: { email, tripId: row.tripId },
  face: { title: `${wayOf(row)}, ${row.employeeName}`, day: dayOf(row.startDate, timeZone) },
  ifMatch: row.version,
  base: row,
  record: { kind: tripKind.name, id: row.tripId },
  draft,
});
const remarked = (remarks: string | null) => remarks !== null && { remarks };

/** The tickets and what they cost (ADM-2). */
export function ticketCommand(
  row: Trip,
  values: BillValues,
  { paise }: { paise: number },
  context: AdminContext,
): Submission<typeof uploadTicketDetails> {
  const { query, face, ...rest } = onTrip(row, context);
  return {
    ...rest,
    endpoint: uploadTicketDetails,
    query: { tripId: query.tripId },
    body: { ticketAmount: toRupees(paise), ticketUrl: sentBills(values) },
    bills: newBills(values),
    face: { ...face, amount: toRupees(paise), note: 'Ticket details', success: 'Ticket Uploaded.' },
  };
}

/** Another ticket and why (ADM-12). */
export function furtherCommand(
  row: Trip,
  values: BillValues,
  { paise, reason }: { paise: number; reason: string },
  context: AdminContext,
): Submission<typeof addFurtherTicket> {
  const { query, face, ...rest } = onTrip(row, context);
  return {
    ...rest,
    endpoint: addFurtherTicket,
    query: { tripId: query.tripId },
    body: { ticketAmount: toRupees(paise), reason, ticketUrl: sentBills(values) },
    bills: newBills(values),
    face: { ...face, amount: toRupees(paise), note: 'Another ticket', success: 'Ticket Uploaded.', remarks: reason },
  };
}

/** What comes back of the tickets and what the traveller bears: the trip is cancelled (ADM-4). */
export function cancellationCommand(
  row: Trip,
  { remarks, refund, deduction }: CancellationInput,
  context: AdminContext,
): Submission<typeof uploadCancellationDetails> {
  const { face, ...rest } = onTrip(row, context);
  return {
    ...rest,
    endpoint: uploadCancellationDetails,
    body: {
      adminCancellationRemarks: remarks,
      ticketRefundAmount: toRupees(refund),
      amountToBeDeductedFromSalary: toRupees(deduction),
    },
    face: {
      ...face,
      note: 'Ticket cancellation details',
      success: 'Cancellation details uploaded.',
      ...remarked(remarks),
    },
  };
}

/** The trip is not cancelled, and why (ADM-8). */
export function refusalCommand(
  row: Trip,
  remarks: string,
  context: AdminContext,
): Submission<typeof rejectCancellation> {
  const { face, ...rest } = onTrip(row, context);
  return {
    ...rest,
    endpoint: rejectCancellation,
    body: { adminRemarks: remarks },
    face: { ...face, note: 'Cancellation refused', success: 'Cancellation refused.', remarks },
  };
}

/** Nobody travelled (ADM-6). */
export function noShowCommand(row: Trip, remarks: string | null, context: AdminContext): Submission<typeof markNoShow> {
  const { face, ...rest } = onTrip(row, context);
  return {
    ...rest,
    endpoint: markNoShow,
    body: { adminRemarks: remarks },
    face: { ...face, note: 'No-show', success: 'Marked as No_show.', ...remarked(remarks) },
  };
}
