import { searchTrips } from '#contract/calls/trips.ts';
import type { Trip } from '#contract/trip.ts';
import { tripMatches } from '#domain/tripSearch.ts';
import { nameOfTrip, tripKind } from './kind.ts';
import { tripManagerDecision } from './managerDecision.ts';
import { TeamTripCard } from './TeamTripCard.tsx';
import { detailAddress, inQueue, QUEUE, rowsOf, TEAM_TRIP_FILTERS } from '#modules/claims/index.ts';
import type { ListDef } from '#list/definition.ts';

/** The travel requests that a manager decides. */
export const approveTravelRequest: ListDef<Trip> = {
  ...QUEUE,
  kind: tripKind,
  endpoint: searchTrips,
  filters: TEAM_TRIP_FILTERS,
  matches: inQueue<Trip>(tripMatches),
  Card: TeamTripCard,
  nameOf: nameOfTrip,
  detailOf: (row) => detailAddress(row.tripId),
  decision: tripManagerDecision,
};
export const firstRows = rowsOf(approveTravelRequest);
