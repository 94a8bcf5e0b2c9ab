import { mayAddFurtherTicket, parseFurtherTicket } from '#domain/furtherTicket.ts';
import {
  adminCan,
  afterCancellation,
  NO_SHOW,
  parseAdminDecision,
  parseCancellationDetails,
  parseTicketDetails,
  TICKETS,
  type TicketState,
} from '#domain/tripDecision.ts';
import { invalidRequest } from '#server/platform/base/errors.ts';
import { addFurtherTickets, replaceTickets, type TripRow } from './repository/trips.ts';
import type { CommandRequest, CommandResult } from '#server/platform/idempotency/change.ts';
import type { Context } from '#server/platform/http/context.ts';
import { tripStateOf } from './presenter.ts';
import { writeTrip, act } from './change.ts';
import { billsFor } from '#server/modules/claims/index.ts';

/** What an admin does with a trip beside deciding it: tickets, cancellations and no-shows. */

const ticketStateOf = (row: TripRow): TicketState => ({
  ...tripStateOf(row),
  modeOfTravel: row.mode,
  isAccommodationRequired: row.accommodation,
  ticketUploadStatus: row.ticket_status,
});
const SAME_TICKET = 'This trip has this ticket already';

/** An admin adds the tickets and what they cost; that approves nothing (ADM-2). */
export function addTickets(context: Context, id: string, request: CommandRequest): Promise<CommandResult> {
  const can = (row: TripRow) => adminCan.addTickets(ticketStateOf(row));
  return act(context, 'admin', id, request, can, async (tx, row) => {
    const parsed = parseTicketDetails(request.body);
    if (!parsed.ok) throw invalidRequest(parsed.message, parsed.errors);
    await replaceTickets(tx, id, await billsFor(tx, context, parsed.value.tickets, row.tickets));
    return writeTrip(tx, context, row, { ticket_status: TICKETS.there, ticket_amount: parsed.value.paise }, 'tickets');
  });
}

/**
 * An admin adds another ticket, with its reason, to what has its first ones or was approved; no decision is revoked
 * (ADM-12).
 */
export function addFurtherTicket(context: Context, id: string, request: CommandRequest): Promise<CommandResult> {
  const can = (row: TripRow) => mayAddFurtherTicket(ticketStateOf(row), row.further_tickets.length);
  return act(context, 'admin', id, request, can, async (tx, row) => {
    const parsed = parseFurtherTicket(request.body);
    if (!parsed.ok) throw invalidRequest(parsed.message, parsed.errors);
    const { paise, reason, tickets } = parsed.value;
    const there = new Set(row.tickets.map(({ fingerPrint }) => fingerPrint));
    const added = (await billsFor(tx, context, tickets, row.tickets)).filter(
      ({ fingerPrint }) => !there.has(fingerPrint),
    );
    if (added.length === 0) throw invalidRequest(SAME_TICKET, { ticketUrl: SAME_TICKET });
    await addFurtherTickets(tx, row, added, { amount: paise, reason, by: context.actor.id, at: context.now });
    return writeTrip(
      tx,
      context,
      row,
      { ticket_status: TICKETS.there, ticket_amount: (row.ticket_amount ?? 0) + paise },
      'tickets',
    );
  });
}

/** An admin settles a cancellation that was asked for: the trip is cancelled (ADM-4). */
export function settleCancellation(context: Context, id: string, request: CommandRequest): Promise<CommandResult> {
  return act(
    context,
    'admin',
    id,
    request,
    (row) => adminCan.settleCancellation(tripStateOf(row)),
    async (tx, row) => {
      const parsed = parseCancellationDetails(request.body, row.ticket_amount);
      if (!parsed.ok) throw invalidRequest(parsed.message, parsed.errors);
      const { remarks, refund, deduction } = parsed.value;
      return writeTrip(
        tx,
        context,
        row,
        {
          cancellation_status: afterCancellation(true),
          admin_cancellation_remarks: remarks,
          ticket_refund: refund,
          salary_deduction: deduction,
        },
        'cancellation',
      );
    },
  );
}

/** An admin refuses a cancellation, with a remark: the trip is kept (ADM-8). */
export function refuseCancellation(context: Context, id: string, request: CommandRequest): Promise<CommandResult> {
  return act(
    context,
    'admin',
    id,
    request,
    (row) => adminCan.settleCancellation(tripStateOf(row)),
    async (tx, row) => {
      const parsed = parseAdminDecision(false, request.body);
      if (!parsed.ok) throw invalidRequest(parsed.message, parsed.errors);
      return writeTrip(
        tx,
        context,
        row,
        { cancellation_status: afterCancellation(false), admin_cancellation_remarks: parsed.value.remarks },
        'cancellation-reject',
      );
    },
  );
}

/** An admin notes that nobody travelled (ADM-6). */
export function markNoShow(context: Context, id: string, request: CommandRequest): Promise<CommandResult> {
  return act(
    context,
    'admin',
    id,
    request,
    (row) => adminCan.markNoShow(tripStateOf(row), row.start_date, context.today),
    async (tx, row) => {
      const parsed = parseAdminDecision(true, request.body);
      if (!parsed.ok) throw invalidRequest(parsed.message, parsed.errors);
      const remarks = parsed.value.remarks === null ? {} : { admin_remarks: parsed.value.remarks };
      return writeTrip(
        tx,
        context,
        row,
        { manager_status: NO_SHOW.manager, admin_status: NO_SHOW.admin, ...remarks },
        'no-show',
      );
    },
  );
}
