import { searchTravelTrips } from '#contract/calls/travelExpenses.ts';
import type { TripWithClaims } from '#contract/expense.ts';
import { tripMatches } from '#domain/tripSearch.ts';
import { nameOfTravelTrip, travelExpenseKind, travelTripKind } from '../kind.ts';
import { TravelTripCard } from '../TravelTripCard.tsx';
import type { ListDef } from '#list/definition.ts';
import { rowsOf } from '#list/request.ts';
import { lazyPart } from '#ui/lazyPart.tsx';
import type { ReactElement } from 'react';
import { ListScreen } from '#list/ListScreen.tsx';
import { TRAVEL_EXPENSE_FILTERS } from '#modules/claims/index.ts';

/** One's own trips, each with its days and the claims of each day. */
export const raiseTravelExpense: ListDef<TripWithClaims> = {
  kind: travelTripKind,
  endpoint: searchTravelTrips,
  owner: 'USER_EMAIL',
  filters: TRAVEL_EXPENSE_FILTERS,
  matches: tripMatches,
  Card: TravelTripCard,
  nameOf: nameOfTravelTrip,
  emptyHint:
    'Claims are raised on trips: ask for one with ‘Raise Travel Request’. Once your manager and the admin ' +
    'have approved it, claim for its days here.',
  unfold: {
    kind: travelExpenseKind.name,
    Body: lazyPart(() => import('../TripDays.tsx').then((module) => module.TripDays)),
    Dialogs: lazyPart(() => import('../TravelExpenseDialogs.tsx').then((module) => module.TravelExpenseDialogs)),
  },
};
export const firstRows = rowsOf(raiseTravelExpense);

export function RaiseTravelExpense(): ReactElement {
  return <ListScreen def={raiseTravelExpense} />;
}
