import { searchTrips } from '#contract/calls/trips.ts';
import type { Trip } from '#contract/trip.ts';
import { tripMatches } from '#domain/tripSearch.ts';
import { allowed } from '#domain/verdict.ts';
import { nameOfTrip, tripKind } from '../kind.ts';
import { TripCard } from '../TripCard.tsx';
import { detailAddress, TRAVEL_REQUEST_FILTERS } from '#modules/claims/index.ts';
import type { ListDef } from '#list/definition.ts';
import { rowsOf } from '#list/request.ts';
import { lazyPart } from '#ui/lazyPart.tsx';
import type { ReactElement } from 'react';
import { ListScreen } from '#list/ListScreen.tsx';

/** One's own travel requests: asked for, looked at, changed and cancelled, each at an address of its own (TRIP-16). */
export const raiseTravelRequest: ListDef<Trip> = {
  kind: tripKind,
  endpoint: searchTrips,
  owner: 'USER_EMAIL',
  filters: TRAVEL_REQUEST_FILTERS,
  // Whose list it is, the server has seen to; one's own list shows what was cancelled too.
  matches: ({ USER_EMAIL: owner, ...rest }, row, context) =>
    tripMatches({ ...(owner && { USER_EMAIL: [row.userEmail] }), ...rest }, row, context),
  Card: TripCard,
  nameOf: nameOfTrip,
  detailOf: (row) => detailAddress(row.tripId),
  emptyHint: 'Ask for a trip with ‘Create Trip’.',
  create: {
    button: 'Create Trip',
    Dialog: lazyPart(() => import('../TripForm.tsx').then((module) => module.TripForm)),
  },
  Open: lazyPart(() => import('../OpenTrip.tsx').then((module) => module.OpenTrip)),
  // Always there: once the admin has decided it opens to be looked at.
  edit: { label: 'Edit', can: () => allowed },
  // Buttons of each card, beside 'Edit' (TRIP-14).
  actions: [
    {
      name: 'migrate',
      label: 'Candidate Migration',
      offered: (row) => row.travelToBeDoneBy === 'CANDIDATE',
      sentOnly: true,
      Dialog: lazyPart(() => import('../MigrateCandidate.tsx').then((module) => module.MigrateCandidate)),
    },
    {
      name: 'cancel',
      label: 'Cancel Request',
      offered: () => true,
      makes: ['cancelTrip'],
      Dialog: lazyPart(() => import('../CancelTrip.tsx').then((module) => module.CancelTrip)),
    },
  ],
};
export const firstRows = rowsOf(raiseTravelRequest);

export function TravelRequests(): ReactElement {
  return <ListScreen def={raiseTravelRequest} />;
}
