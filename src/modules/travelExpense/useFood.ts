import { useQuery } from '@tanstack/react-query';
import { searchTravelTrips } from '#contract/calls/travelExpenses.ts';
import type { TripWithClaims } from '#contract/expense.ts';
import { useEntries } from '#data/entries.ts';
import { storedRows } from '#data/readCache.ts';
import type { Day } from '#domain/dates.ts';
import { foodOfDay } from '#domain/travelExpense.ts';
import type { CurrentUser } from '#list/definition.ts';
import type { Entry } from '#outbox/entry.ts';
import { claimsOf, travelExpenseKind } from './kind.ts';
import { travelWithdrawal } from './command.ts';
import { withQueued } from './useTripClaims.ts';

const isTravel = (entry: Entry): boolean => entry.record.kind === travelExpenseKind.name;

/**
 * The food of a day among all claims that this device knows, those that wait included; `except` is the claim or the
 * entry on the form. Paise.
 */
function foodKnown(
  trips: readonly TripWithClaims[],
  entries: readonly Entry[],
  day: Day,
  viewer: CurrentUser,
  except: readonly string[],
): number {
  const items = withQueued(trips.flatMap(claimsOf), entries, viewer, new Set(entries.map(({ id }) => id)));
  const counted = items.filter(
    ({ key, row, entry }) =>
      !except.includes(key) && !except.includes(row.expenseId) && entry?.endpoint !== travelWithdrawal.endpoint.name,
  );
  return foodOfDay(
    counted.map(({ row }) => row),
    day,
    viewer.timeZone,
  );
}

/** What this device knows of the food of a day; undefined while it is being read. */
export function useFood(day: Day, viewer: CurrentUser, except: readonly string[]): number | undefined {
  const entries = useEntries(isTravel);
  const { data: rows } = useQuery({
    queryKey: ['trips of this device', viewer.email],
    queryFn: () => storedRows<TripWithClaims>(searchTravelTrips.name),
    staleTime: 0,
    gcTime: 0,
    networkMode: 'always',
  });
  return (
    rows &&
    foodKnown(
      rows.map(({ row }) => row),
      entries,
      day,
      viewer,
      except,
    )
  );
}
