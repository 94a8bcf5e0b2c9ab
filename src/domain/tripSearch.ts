import type { TripWithClaims } from '#contract/expense.ts';
import type { FilterKey, Filters, SortKey } from '#contract/query.ts';
import type { Trip } from '#contract/trip.ts';
import { dayOf } from './dates.ts';
import { storedStatuses, type StatusField } from './status.ts';
import { isCancelled } from './trip.ts';

/**
 * What the filters of a trip list mean, said once more for the device: a phone without network asks the rows it has,
 * and must select the same trips in the same order as the server (LIST-4). Rows of the travel-expense list, which say
 * less of a trip, are judged by the same tests.
 */
export type TripRow = Trip | TripWithClaims;

export interface TripSearchContext {
  timeZone: string;
}

const same = (value: unknown, wanted: readonly string[]): boolean =>
  typeof value === 'string' && wanted.some((text) => text.toLowerCase() === value.toLowerCase());
const statusIn = (field: StatusField, status: unknown, codes: readonly string[]): boolean =>
  typeof status === 'string' && (storedStatuses(field, codes) as string[]).includes(status);
const whole = (row: TripRow): Partial<Trip> => ('userEmail' in row ? row : {});
const arrival = (row: TripRow): string => ('toLocation' in row ? row.toLocation : row.arrivalCity);

/** Both ends included, either may be empty; by days. */
function dayWithin(ms: number, [start = '', end = '']: readonly string[], timeZone: string): boolean {
  const day = dayOf(ms, timeZone);
  return (start === '' || day >= dayOf(Number(start), timeZone)) && (end === '' || day <= dayOf(Number(end), timeZone));
}

type Test = (row: TripRow, values: readonly string[], ctx: TripSearchContext) => boolean;

const TESTS: Partial<Record<FilterKey, Test>> = {
  // The travel-expense list holds the trips of the one person it was asked for.
  USER_EMAIL: (row, values) => !('userEmail' in row) || same(row.userEmail, values),
  MANAGER_EMAIL: (row, values) => same(whole(row).managerEmail, values),
  EMAIL: (row, values) => same(whole(row).userEmail, values),
  EMPLOYEE_EMAIL: (row, values) => same(whole(row).userEmail, values),
  EMPLOYEE_NAME: (row, values) => same(whole(row).employeeName, values),
  EMPLOYEE_CODE: (row, values) => same(whole(row).employeeCode, values),
  MANAGER_APPROVAL_STATUS: (row, values) => statusIn('manager', row.managerApprovalStatus, values),
  ADMIN_APPROVAL_STATUS: (row, values) => statusIn('admin', row.adminApprovalStatus, values),
  CANCELLATION_STATUS: (row, values) => statusIn('cancellation', whole(row).cancellationStatus, values),
  DATE_RANGE: (row, values, ctx) => dayWithin(row.startDate, values, ctx.timeZone),
  DESTINATION: (row, values) => same(arrival(row), values),
};

/** Whether a trip was cancelled, and is not asked for as such: then it is on its owner's list alone (TRIP-8). */
function hasLeft(filters: Filters, row: TripRow): boolean {
  if (filters.USER_EMAIL || filters.CANCELLATION_STATUS || !('cancellationStatus' in row)) return false;
  return isCancelled(row);
}

/** Does a trip pass every filter? A filter that trips do not have selects none. */
export function tripMatches(filters: Filters, row: TripRow, ctx: TripSearchContext): boolean {
  if (hasLeft(filters, row)) return false;
  return (Object.entries(filters) as [FilterKey, readonly string[]][]).every(
    ([key, values]) => values.length === 0 || (TESTS[key]?.(row, values, ctx) ?? false),
  );
}

const text = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
/** The travel-expense list carries no moments; ids sort as the trips were made. */
const madeAt = (row: TripRow): number => whole(row).createdAt ?? 0;

/** Newest first, ties by id, so that the order is total; with a sort key that one first, ascending (LIST-3). */
export function tripOrder(sort?: SortKey): (a: TripRow, b: TripRow) => number {
  return (a, b) =>
    (sort === 'EMPLOYEE_CODE' ? text(whole(a).employeeCode ?? '', whole(b).employeeCode ?? '') : 0) ||
    madeAt(b) - madeAt(a) ||
    text(b.tripId, a.tripId);
}
