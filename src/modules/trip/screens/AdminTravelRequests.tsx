import { searchTrips } from '#contract/calls/trips.ts';
import type { Trip } from '#contract/trip.ts';
import { tripMatches } from '#domain/tripSearch.ts';
import { detailAddress } from '#modules/claims/index.ts';
import { AdminTripCard } from '../admin/AdminTripCard.tsx';
import { onTrip, adminTripKind, nameOfAdminTrip } from '../admin/kind.ts';
import { tripAdminDecision } from '../admin/decision.ts';
import type { ListDef } from '#list/definition.ts';
import { rowsOf } from '#list/request.ts';
import { lazyPart } from '#ui/lazyPart.tsx';
import { AdminViews } from '../admin/AdminViews.tsx';
import { ADMIN_TRIP_FILTERS, APPROVED_BY_MANAGER } from '../admin/filters.ts';
import type { ReactElement } from 'react';
import { ListScreen } from '#list/ListScreen.tsx';

/**
 * The travel requests that an admin decides, books and cancels, what is on each card and opens (ADM-9), and its buttons
 * (ADM-10).
 */
export const adminTravelRequests: ListDef<Trip> = {
  kind: adminTripKind,
  endpoint: searchTrips,
  always: APPROVED_BY_MANAGER,
  filters: ADMIN_TRIP_FILTERS,
  matches: tripMatches,
  Tools: AdminViews,
  Card: AdminTripCard,
  nameOf: nameOfAdminTrip,
  detailOf: (row) => detailAddress(row.tripId),
  emptyHint: 'Trips approved by a manager appear here. Use the status filters to see decided and cancelled ones.',
  Open: lazyPart(() => import('../admin/AdminTripDetails.tsx').then((module) => module.TripInformation)),
  decision: tripAdminDecision,
  actions: [
    {
      name: 'decide',
      label: 'Approve / Reject',
      offered: () => true,
      can: onTrip.decide,
      Dialog: lazyPart(() => import('../admin/DecideTrip.tsx').then((module) => module.DecideTrip)),
    },
    {
      name: 'tickets',
      label: 'Add Ticket Details',
      offered: () => true,
      can: onTrip.addTickets,
      makes: ['uploadTicketDetails'],
      Dialog: lazyPart(() => import('../admin/AddTickets.tsx').then((module) => module.AddTickets)),
    },
    {
      name: 'ticket',
      label: 'Add Another Ticket',
      offered: (row, viewer) => onTrip.addFurtherTicket(row, viewer).ok,
      makes: ['addFurtherTicket'],
      Dialog: lazyPart(() => import('../admin/AddTickets.tsx').then((module) => module.AddFurtherTicket)),
    },
    {
      name: 'cancellation',
      label: 'Ticket Cancellation Details',
      offered: () => true,
      can: onTrip.openCancellation,
      makes: ['uploadCancellationDetails', 'rejectCancellation'],
      Dialog: lazyPart(() => import('../admin/SettleCancellation.tsx').then((module) => module.SettleCancellation)),
    },
    {
      name: 'no-show',
      label: 'No-show',
      offered: (row, viewer) => onTrip.markNoShow(row, viewer).ok,
      makes: ['markNoShow'],
      Dialog: lazyPart(() => import('../admin/MarkNoShow.tsx').then((module) => module.MarkNoShow)),
    },
  ],
};
export const firstRows = rowsOf(adminTravelRequests);

export function AdminTravelRequests(): ReactElement {
  return <ListScreen def={adminTravelRequests} />;
}
