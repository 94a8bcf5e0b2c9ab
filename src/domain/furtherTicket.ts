import { MAX_FURTHER_TICKETS } from '#contract/limits.ts';
import type { NamedBill } from './parsing.ts';
import { statusOf } from './status.ts';
import { parseRemarks } from './text.ts';
import { isCancelled } from './trip.ts';
import {
  BEING_CANCELLED,
  CANCELLED,
  DECIDED,
  given,
  no,
  parseTicketDetails,
  TICKETS,
  type TicketState,
} from './tripDecision.ts';
import { allowed, invalid, type ParseResult, type Verdict } from './verdict.ts';

/** Tickets that come after the first ones (ADM-12): ADM-2 is about those. */

/** On a trip that has its tickets, or that was approved; decisions are kept. `further` is how many were added so. */
export function mayAddFurtherTicket(trip: TicketState, further: number): Verdict {
  if (isCancelled(trip)) return CANCELLED;
  if (statusOf(trip.cancellationStatus) === 'pending') return BEING_CANCELLED;
  const approved = statusOf(trip.adminApprovalStatus) === 'approved';
  if (!approved && statusOf(trip.adminApprovalStatus) !== 'pending') return DECIDED;
  if (!approved && trip.ticketUploadStatus !== TICKETS.there) return no('Add the ticket details first');
  return further < MAX_FURTHER_TICKETS ? allowed : no(`A trip has at most ${MAX_FURTHER_TICKETS} further tickets`);
}

/** Parses another ticket: as the first ones, and with the reason for it. Paise. */
export function parseFurtherTicket(
  body: unknown,
): ParseResult<{ paise: number; tickets: NamedBill[]; reason: string }> {
  const first = parseTicketDetails(body);
  const reason = parseRemarks(given(body)['reason']);
  const message = !reason.ok
    ? reason.message
    : reason.text === ''
      ? 'Please enter the reason for another ticket'
      : null;
  if (first.ok && reason.ok && message === null) return { ok: true, value: { ...first.value, reason: reason.text } };
  const refusal = invalid({ ...(!first.ok && first.errors), ...(message !== null && { reason: message }) });
  return first.ok ? refusal : { ...refusal, message: first.message };
}
