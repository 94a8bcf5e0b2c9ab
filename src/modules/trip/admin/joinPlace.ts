import type { Trip } from '#contract/trip.ts';
import { billDrafts, draftKeyOf, valuesFrom, type JoinPlace } from '#modules/claims/index.ts';
import { FURTHER_TITLE, TICKETS_TITLE } from './command.ts';
import { onTrip } from './kind.ts';
import { NO_TICKETS, type TicketValues } from './ticketValues.ts';

export const ticketDrafts = billDrafts(valuesFrom(NO_TICKETS));

/** Where files join the tickets of a trip, its first or another one (ADM-2, ADM-12); null where it takes none now. */
export function ticketPlace(trip: Trip, viewer: { email: string; timeZone: string }): JoinPlace<TicketValues> | null {
  const first = onTrip.addTickets(trip, viewer).ok;
  if (!first && !onTrip.addFurtherTicket(trip, viewer).ok) return null;
  return {
    key: draftKeyOf(first ? TICKETS_TITLE : FURTHER_TITLE, trip.tripId),
    drafts: ticketDrafts,
    empty: NO_TICKETS,
    remark: first ? null : 'reason',
    address: `/view-travel-request?open=${trip.tripId}&action=${first ? 'tickets' : 'ticket'}`,
  };
}
