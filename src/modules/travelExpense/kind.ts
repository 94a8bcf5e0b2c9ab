import type { TravelExpenseType } from '#contract/enums.ts';
import { travelExpense, type TravelExpense, type TripWithClaims } from '#contract/expense.ts';
import { dayOf, formatDay, type Day } from '#domain/dates.ts';
import { formatRupees } from '#domain/money.ts';
import { statusLabel } from '#domain/status.ts';
import type { RecordDefinition } from '#list/definition.ts';
import type { Entry } from '#outbox/entry.ts';
import { bodyFields, editedBills, queuedClaim, sourcesOf, TRAVEL_EXPENSE_TYPE } from '#modules/claims/index.ts';

export const typeLabel = (row: Pick<TravelExpense, 'travelExpenseType' | 'furtherType'>): string =>
  row.furtherType ?? TRAVEL_EXPENSE_TYPE[row.travelExpenseType];

export const dayText = (row: Pick<TravelExpense, 'expenseDate'>, timeZone: string): string =>
  formatDay(dayOf(row.expenseDate, timeZone));

/** The trip that a claim is for: its way and its days, as far as the claim says. */
export function tripText(
  { fromLocation, travelLocation, startDate, endDate }: TravelExpense,
  timeZone: string,
): string[] {
  return [
    ...(fromLocation && travelLocation ? [`${fromLocation} → ${travelLocation}`] : []),
    ...(startDate !== undefined && endDate !== undefined ? [datesText({ startDate, endDate }, timeZone)] : []),
  ];
}

/** What a screen reader says of a claim's card: the id first. */
export const nameOfTravelExpense = (row: TravelExpense, timeZone: string): string =>
  `${row.expenseId}, ${typeLabel(row)}, ${formatRupees(row.claimAmount)}, ${dayText(row, timeZone)}, ` +
  `Manager: ${statusLabel(row.managerApprovalStatus)}`;

/**
 * The trip that an entry is about. It is in the entry's record, because the body does not name it, or in the claim that
 * it changes.
 */
export function tripOf(entry: Entry): string {
  const trip = entry.record['trip'] ?? (entry.base as Partial<TravelExpense> | undefined)?.tripId;
  return typeof trip === 'string' ? trip : '';
}

/** A row with the fields of an entry's body. */
function withBody(row: TravelExpense, entry: Entry): TravelExpense {
  const type = entry.body['travelExpenseType'];
  return {
    ...row,
    ...bodyFields(entry),
    ...(typeof type === 'string' &&
      Object.hasOwn(TRAVEL_EXPENSE_TYPE, type) && { travelExpenseType: type as TravelExpenseType }),
  };
}

/** Claims of a day of a trip. */
export const travelExpenseKind: RecordDefinition<TravelExpense> = {
  name: 'travelExpense',
  noun: 'claim',
  idOf: (row) => row.expenseId,
  versionOf: (row) => row.version,
  faceOf: (row) => ({ title: typeLabel(row), amount: row.claimAmount }),
  bills: (row) => sourcesOf(row.billUrl),
  creates: ['createTravelExpense'],
  edits: ['updateTravelExpense'],
  queuedRow: (entry, viewer) =>
    withBody({ ...queuedClaim(entry, viewer), tripId: tripOf(entry), travelExpenseType: 'OTHER' }, entry),
  editedRow: (row, entry) => ({ ...withBody(row, entry), billUrl: editedBills(row.billUrl, entry) }),
  answeredRow: (answer) => {
    const parsed = travelExpense.safeParse((answer as { data?: unknown } | undefined)?.data);
    return parsed.success ? parsed.data : null;
  },
};

const never = (): never => {
  throw new Error('A trip is not made or changed on the list of its claims.');
};

/** A trip as the list of its claims shows it: nothing of it waits there, its claims do. */
export const travelTripKind: RecordDefinition<TripWithClaims> = {
  name: 'travelTrip',
  noun: 'trip',
  idOf: (row) => row.tripId,
  versionOf: () => 0,
  faceOf: (row) => ({ title: routeOf(row) }),
  bills: () => [],
  creates: [],
  edits: [],
  queuedRow: never,
  editedRow: never,
  answeredRow: () => null,
};

export const routeOf = (trip: Pick<TripWithClaims, 'fromLocation' | 'toLocation'>): string =>
  `${trip.fromLocation} → ${trip.toLocation}`;
export const claimsOf = (trip: TripWithClaims): TravelExpense[] =>
  trip.dateResponseList.flatMap(({ travelExpenses }) => travelExpenses);

/** First and last day of a trip. */
export const daysOf = (
  trip: Pick<TripWithClaims, 'startDate' | 'endDate'>,
  timeZone: string,
): { startDay: Day; endDay: Day } => ({
  startDay: dayOf(trip.startDate, timeZone),
  endDay: dayOf(trip.endDate, timeZone),
});

/** '10-11-2026 to 12-11-2026', or the one day. */
export function datesText(trip: Pick<TripWithClaims, 'startDate' | 'endDate'>, timeZone: string): string {
  const { startDay, endDay } = daysOf(trip, timeZone);
  return startDay === endDay ? formatDay(startDay) : `${formatDay(startDay)} to ${formatDay(endDay)}`;
}

/** Names a day of a trip in the address. */
export const dayAddress = (tripId: string, day: Day): string => `${tripId}/${day}`;

export const countText = (count: number): string => (count === 1 ? '1 claim' : `${count} claims`);

/** What a screen reader says of a trip's card: the id first. */
export const nameOfTravelTrip = (row: TripWithClaims, timeZone: string): string =>
  `${row.tripId}, ${row.fromLocation} to ${row.toLocation}, ${datesText(row, timeZone)}, Manager: ` +
  `${statusLabel(row.managerApprovalStatus)}, Admin: ${statusLabel(row.adminApprovalStatus)}, ` +
  `${countText(claimsOf(row).length)}`;
