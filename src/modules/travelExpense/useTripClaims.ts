import { useCallback, useMemo } from 'react';
import type { TravelExpense, TripWithClaims } from '#contract/expense.ts';
import { useOnline } from '#data/online.ts';
import { useEntries } from '#data/entries.ts';
import type { CurrentUser } from '#list/definition.ts';
import { mergeItems, type Item } from '#list/items.ts';
import { usePinned } from '#list/useListData.ts';
import type { Entry } from '#outbox/entry.ts';
import { claimsOf, travelExpenseKind, tripOf } from './kind.ts';

const claimList = { kind: travelExpenseKind, matches: () => true, create: true };

/**
 * The claims of some trips with what waits of them, in the order of the server; new ones first. `pinned`: sent ones
 * that are still shown where they stood.
 */
export function withQueued(
  rows: readonly TravelExpense[],
  entries: readonly Entry[],
  viewer: CurrentUser,
  pinned: ReadonlySet<string>,
  online = true,
): Item<TravelExpense>[] {
  return mergeItems({ def: claimList, rows, entries, filters: {}, viewer, firstPage: true, online, pinned });
}

/** What of the outbox belongs to a trip: claims for it, and changes of its claims. */
export function useEntriesOfTrip(trip: TripWithClaims): readonly Entry[] {
  const belongs = useCallback(
    (entry: Entry): boolean => entry.record.kind === travelExpenseKind.name && tripOf(entry) === trip.tripId,
    [trip.tripId],
  );
  return useEntries(belongs);
}

/** A trip's claims as they are, or will be once the outbox has been sent. */
export function useTripClaims(trip: TripWithClaims, viewer: CurrentUser, readOnly: boolean): Item<TravelExpense>[] {
  const entries = useEntriesOfTrip(trip);
  const pinned = usePinned(entries, trip.tripId);
  const online = useOnline();
  return useMemo(
    () => withQueued(claimsOf(trip), readOnly ? [] : entries, viewer, pinned, online),
    [trip, readOnly, entries, viewer, pinned, online],
  );
}
