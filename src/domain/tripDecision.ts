import type { AdminStatus, CancellationStatus, ManagerStatus, TicketStatus } from '#contract/enums.ts';
import type { FieldErrors } from '#contract/error.ts';
import { NO_BILL } from '#contract/limits.ts';
import type { Trip } from '#contract/trip.ts';
import type { Day } from './dates.ts';
import { mayTakeNextStep, type Duties } from './duties.ts';
import { parseAmount } from './money.ts';
import { parseBills, type NamedBill } from './parsing.ts';
import { statusOf } from './status.ts';
import { parseRemarks } from './text.ts';
import { isCancelled, needsTicket, tripCan, type TripState } from './trip.ts';
import { allowed, refused, invalid, type ParseResult, type Verdict } from './verdict.ts';

/**
 * What managers and admins do with trips: approve, reject, add tickets, settle cancellations.
 */

/** The admin status of a trip that an admin has decided. */
export const afterAdminDecision = (approve: boolean): AdminStatus => (approve ? 'ADMIN_APPROVED' : 'ADMIN_REJECTED');
/** Nobody travelled: both statuses say so. */
export const NO_SHOW = { manager: 'NO_SHOW', admin: 'NO_SHOW' } as const satisfies {
  manager: ManagerStatus;
  admin: AdminStatus;
};
/** The cancellation of a trip once the admin has settled it, or refused it. */
export const afterCancellation = (cancel: boolean): CancellationStatus => (cancel ? 'APPROVED' : 'REJECTED');
export const TICKETS = { none: 'NOT_UPDATED', there: 'UPDATED' } as const satisfies Record<string, TicketStatus>;

export const no = (message: string): Verdict => refused('CONFLICT', message);
export const CANCELLED = no('This trip was cancelled');
export const BEING_CANCELLED = no('This trip is being cancelled');
export const DECIDED = no('This request was already decided.');

/** MGR-1: only what is pending is decided; one that waits to be cancelled still may be. */
export const managerTripCan = {
  decide(trip: TripState): Verdict {
    if (isCancelled(trip)) return CANCELLED;
    return statusOf(trip.managerApprovalStatus) === 'pending' ? allowed : DECIDED;
  },
} as const;

export type TicketState = TripState & Pick<Trip, 'modeOfTravel' | 'isAccommodationRequired' | 'ticketUploadStatus'>;

function whileOpen(trip: TripState): Verdict {
  if (isCancelled(trip)) return CANCELLED;
  if (statusOf(trip.adminApprovalStatus) !== 'pending') return DECIDED;
  return statusOf(trip.cancellationStatus) === 'pending' ? BEING_CANCELLED : allowed;
}

/** What an admin may do with a trip in which state. That nobody decides their own is `mayActOnTrip`’s to say. */
export const adminCan = {
  /** ADM-1: after the manager. */
  decide(trip: TripState): Verdict {
    const open = whileOpen(trip);
    if (!open.ok) return open;
    return statusOf(trip.managerApprovalStatus) === 'approved'
      ? allowed
      : no('Travel request is not approved by the manager!');
  },
  /** ADM-2, ADM-3: tickets come first, the approval after. */
  addTickets(trip: TicketState): Verdict {
    const open = whileOpen(trip);
    if (!open.ok) return open;
    if (!needsTicket(trip)) return no('A trip by own car without accommodation needs no ticket');
    if (trip.ticketUploadStatus === TICKETS.there) return no('Tickets were already added');
    return statusOf(trip.managerApprovalStatus) === 'rejected' ? no('The manager has rejected this trip') : allowed;
  },
  /** ADM-4: what was asked for may be looked at, also once it was refused. */
  openCancellation(trip: TripState): Verdict {
    if (isCancelled(trip)) return CANCELLED;
    return statusOf(trip.cancellationStatus) === 'notInitiated' ? no('No cancellation was asked for') : allowed;
  },
  /** ADM-4: also on an approved trip. */
  settleCancellation(trip: TripState): Verdict {
    if (isCancelled(trip)) return CANCELLED;
    return statusOf(trip.cancellationStatus) === 'pending' ? allowed : no('No cancellation was asked for');
  },
  /** ADM-6. */
  markNoShow(trip: TripState, startDay: Day, today: Day): Verdict {
    const open = tripCan.claim({
      ...trip,
      cancellationStatus: isCancelled(trip) ? trip.cancellationStatus : undefined,
    });
    if (!open.ok) return open;
    return startDay < today ? allowed : no('A trip that has not begun cannot be a no-show');
  },
} as const;

/** Approving such a trip asks first (ADM-5). */
export const approvesWithoutTicket = (
  trip: Pick<TicketState, 'modeOfTravel' | 'isAccommodationRequired' | 'ticketUploadStatus'>,
): boolean => needsTicket(trip) && trip.ticketUploadStatus !== TICKETS.there;

/**
 * Nobody acts on their own trip in another role, nor as an admin on one that they decided as a manager or a stand-in
 * (ACC-6, ACC-21).
 */
export const mayActOnTrip = (actorId: string, trip: Omit<Duties, 'actorId'>): Verdict =>
  mayTakeNextStep({ actorId, ...trip });

export const given = (body: unknown): Record<string, unknown> =>
  typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};

/** Parses an admin's decision: rejecting needs remarks (ADM-1). */
export function parseAdminDecision(approve: boolean, body: unknown): ParseResult<{ remarks: string | null }> {
  const remarks = parseRemarks(given(body)['adminRemarks']);
  if (!remarks.ok) return invalid({ adminRemarks: remarks.message });
  if (!approve && remarks.text === '') return invalid({ adminRemarks: 'Please add admin remark' });
  return { ok: true, value: { remarks: remarks.text || null } };
}

/**
 * Parses ticket details (ADM-2). The field says 'Please enter ticket amount', the dialog 'Please Add Ticket Amount'.
 * Paise.
 */
export function parseTicketDetails(body: unknown): ParseResult<{ paise: number; tickets: NamedBill[] }> {
  const missing = 'Please enter ticket amount';
  const amount = parseAmount(given(body)['ticketAmount'], missing);
  const tickets = parseBills(given(body)['ticketUrl'], NO_BILL);
  const errors: FieldErrors = {};
  if (!amount.ok) errors['ticketAmount'] = amount.message;
  if ('message' in tickets) errors['ticketUrl'] = tickets.message;
  if (amount.ok && 'value' in tickets) return { ok: true, value: { paise: amount.paise, tickets: tickets.value } };
  const refusal = invalid(errors);
  return errors['ticketAmount'] === missing ? { ...refusal, message: 'Please Add Ticket Amount' } : refusal;
}

export interface CancellationInput {
  remarks: string | null;
  /** Paise. */
  refund: number;
  deduction: number;
}

/**
 * Parses cancellation details (ADM-4): both amounts must be there and may be 0; no more is refunded than the tickets
 * cost (paise; null: none).
 */
export function parseCancellationDetails(body: unknown, ticketPaise: number | null): ParseResult<CancellationInput> {
  const fields = given(body);
  const refund = parseAmount(fields['ticketRefundAmount'], 'Please enter Ticket Refund amount', 0);
  const deduction = parseAmount(fields['amountToBeDeductedFromSalary'], 'Please enter Salary Deduct amount', 0);
  const remarks = parseRemarks(fields['adminCancellationRemarks']);
  const errors: FieldErrors = {};
  if (!remarks.ok) errors['adminCancellationRemarks'] = remarks.message;
  if (!refund.ok) errors['ticketRefundAmount'] = refund.message;
  else if (refund.paise > (ticketPaise ?? 0))
    errors['ticketRefundAmount'] = 'Refund cannot be more than the ticket amount';
  if (!deduction.ok) errors['amountToBeDeductedFromSalary'] = deduction.message;
  if (Object.keys(errors).length === 0 && remarks.ok && refund.ok && deduction.ok)
    return { ok: true, value: { remarks: remarks.text || null, refund: refund.paise, deduction: deduction.paise } };
  const refusal = invalid(errors);
  const missing = [fields['ticketRefundAmount'], fields['amountToBeDeductedFromSalary']].some(
    (value) => value === undefined || value === null || value === '',
  );
  return missing ? { ...refusal, message: 'Please Add Missing Details' } : refusal;
}
