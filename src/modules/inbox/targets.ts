import type { QueryClient } from '@tanstack/react-query';
import type { TripWithClaims } from '#contract/expense.ts';
import { FIRST_PAGE } from '#contract/limits.ts';
import type { Trip } from '#contract/trip.ts';
import { policySoon } from '#data/policies.ts';
import { listOptions } from '#data/query.ts';
import { storedRows } from '#data/readCache.ts';
import type { Session } from '#data/sessionStore.ts';
import type { Day } from '#domain/dates.ts';
import { judgeTravelClaim } from '#domain/travelExpense.ts';
import { tripDays } from '#domain/trip.ts';
import { filtersOf, requestOf, type Asking } from '#list/request.ts';
import type { Verdict } from '#domain/verdict.ts';
import { listSearch, textsOf } from '#list/search.ts';
import type { JoinPlace } from '#modules/claims/index.ts';
import type { TravelExpenseValues } from '#modules/travelExpense/index.ts';
import type { TicketValues } from '#modules/trip/index.ts';

/** What bills of the inbox can become. */
export type Target = 'local' | 'travel' | 'ticket';

/** Longer than a good network needs; without one the device answers. */
const SOON_MS = 3_000;

/** Something that takes bills, as it is chosen. */
export interface Choice<T> {
  value: string;
  label: string;
  of: T;
}

/** The rows of a list that this device has, its first page asked for anew where there is a network. */
async function rowsOf<Row>(client: QueryClient, def: Asking, session: Session, today: Day): Promise<Row[]> {
  const { email, timeZone } = session;
  const texts = textsOf(def.filters, listSearch(def.filters)({}));
  const list = requestOf(filtersOf(def, texts, email, { today, timeZone }), FIRST_PAGE, undefined);
  await Promise.race([
    client.prefetchQuery(listOptions(def.endpoint, { list })),
    new Promise((done) => setTimeout(done, SOON_MS)),
  ]);
  return (await storedRows<Row>(def.endpoint.name)).map(({ row }) => row);
}

interface TripDays {
  days: Day[];
  placeOf: (day: Day) => JoinPlace<TravelExpenseValues>;
  /** May a claim be raised on that day? Asked of the server where there is one (TRV-6). */
  verify: (day: Day) => Promise<Verdict>;
}

/** Trips with a day that takes a claim today, as far as this device knows (TRV-1). The newest first. */
export async function claimableTrips(client: QueryClient, session: Session, today: Day): Promise<Choice<TripDays>[]> {
  const [{ raiseTravelExpense }, { datesText, daysOf, routeOf }, { travelExpensePlace }, { verifyTravelClaim }, known] =
    await Promise.all([
      import('#modules/travelExpense/screens/RaiseTravelExpense.tsx'),
      import('#modules/travelExpense/kind.ts'),
      import('#modules/travelExpense/joinPlace.ts'),
      import('#modules/travelExpense/verify.ts'),
      policySoon(client),
    ]);
  const trips = await rowsOf<TripWithClaims>(client, raiseTravelExpense, session, today);
  return trips
    .sort((a, b) => b.startDate - a.startDate)
    .flatMap((trip) => {
      const { startDay, endDay } = daysOf(trip, session.timeZone);
      const { cancellationStatus, ...facts } = trip;
      const claimed = { ...facts, ...(cancellationStatus && { cancellationStatus }), startDay, endDay };
      const days = tripDays(startDay, endDay).filter(
        (day) => judgeTravelClaim(claimed, day, today, day, known.policies).ok,
      );
      const label = `${routeOf(trip)}, ${datesText(trip, session.timeZone)} (${trip.tripId})`;
      const of = {
        days,
        placeOf: (day: Day) => travelExpensePlace(trip.tripId, day),
        verify: (day: Day) => verifyTravelClaim(client, trip, day, session),
      };
      return days.length === 0 ? [] : [{ value: trip.tripId, label, of }];
    });
}

/** Trips of others that take a ticket from this admin now (ADM-2, ADM-12). The newest first. */
export async function ticketTrips(
  client: QueryClient,
  session: Session,
  today: Day,
): Promise<Choice<JoinPlace<TicketValues>>[]> {
  const [{ adminTravelRequests }, { ticketPlace }, { daysOf, wayOf }] = await Promise.all([
    import('#modules/trip/screens/AdminTravelRequests.tsx'),
    import('#modules/trip/admin/joinPlace.ts'),
    import('#modules/trip/kind.ts'),
  ]);
  const trips = await rowsOf<Trip>(client, adminTravelRequests, session, today);
  return trips
    .sort((a, b) => b.startDate - a.startDate)
    .flatMap((trip) => {
      const of = ticketPlace(trip, session);
      const label = `${wayOf(trip)}, ${daysOf(trip, session.timeZone)}, ${trip.employeeName} (${trip.tripId})`;
      return of ? [{ value: trip.tripId, label, of }] : [];
    });
}
