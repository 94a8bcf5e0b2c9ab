import type { AdminStatus, CancellationStatus, ManagerStatus, TravelDoneBy, TravelMode } from '#contract/enums.ts';
import { TRIP_AHEAD_DAYS } from '#contract/limits.ts';
import type { Trip } from '#contract/trip.ts';
import { addDays, daysBetween, financialYearStart, laterOf, type Day } from './dates.ts';
import { policyOn, SPECIFIED, yearFromOf } from './policyVersions.ts';
import { statusOf, UNDECIDED } from './status.ts';
import type { TripInput } from './tripFields.ts';
import { allowed, refused, type Verdict } from './verdict.ts';

/**
 * Travel requests: the days they may have, and what may be done with one in which state.
 */

/**
 * The earliest day a trip may start or end: as many days back as the policy of today has it (90), and not before the
 * start of the financial year (TRIP-4, POL-4, POL-11).
 */
export function tripEarliest(today: Day, policies = SPECIFIED): Day {
  const policy = policyOn(policies, today);
  return laterOf(addDays(today, -policy.reach.days), financialYearStart(today, yearFromOf(policy)));
}
/** The latest day a trip may start (TRIP-13). */
export const tripLatest = (today: Day): Day => addDays(today, TRIP_AHEAD_DAYS);

/** Whole days from start to end, both counted (TRIP-5). */
export const totalTravelDays = (start: Day, end: Day): number => daysBetween(start, end) + 1;

/** Every day of a trip, first to last. */
export const tripDays = (start: Day, end: Day): Day[] =>
  Array.from({ length: Math.max(0, totalTravelDays(start, end)) }, (_, index) => addDays(start, index));

/** Does somebody else than the employee travel? Then name and date of birth are asked for (TRIP-2). */
export const hasTraveller = (doneBy: TravelDoneBy | null | undefined): boolean =>
  doneBy === 'CLIENT' || doneBy === 'CANDIDATE';

/** Own car without accommodation needs no ticket (ADM-3). */
export const needsTicket = (trip: { modeOfTravel: TravelMode; isAccommodationRequired: boolean }): boolean =>
  trip.modeOfTravel !== 'OWN_CAR' || trip.isAccommodationRequired;

export type TripState = Pick<Trip, 'managerApprovalStatus' | 'adminApprovalStatus' | 'cancellationStatus'>;

/**
 * A trip's states as a list says them, perhaps in a spelling that is not known yet, perhaps without its cancellation.
 */
export type SaidState = {
  managerApprovalStatus: string;
  adminApprovalStatus: string;
  cancellationStatus?: string | undefined;
};

/** The states of a trip that nobody has looked at. */
export const NEW_TRIP = {
  manager: UNDECIDED.manager,
  admin: 'ADMIN_PENDING',
  cancellation: 'NOT_INITIATED',
} as const satisfies { manager: ManagerStatus; admin: AdminStatus; cancellation: CancellationStatus };

/** A cancelled trip has left every queue; nothing can be done with it any more (TRIP-8). */
export const isCancelled = (trip: Pick<SaidState, 'cancellationStatus'>): boolean =>
  statusOf(trip.cancellationStatus) === 'approved';

const no = (message: string): Verdict => refused('CONFLICT', message);
const CANCELLED = no('This trip was cancelled');
const NOT_BY_MANAGER = no('Travel request is not approved by the manager!');
const NOT_BY_ADMIN = no('Travel request is not approved by the admin!');

/** What may be done with a trip in which state. Who may is another question (access.ts). */
export const tripCan = {
  /** TRIP-6. */
  edit(trip: TripState): Verdict {
    if (isCancelled(trip)) return CANCELLED;
    return statusOf(trip.adminApprovalStatus) === 'pending'
      ? allowed
      : no('The admin has already decided this trip and it can no longer be changed');
  },
  /** TRIP-7. */
  cancel(trip: TripState, hasExpenses: boolean): Verdict {
    if (isCancelled(trip)) return CANCELLED;
    if (statusOf(trip.cancellationStatus) !== 'notInitiated') return no('Cancellation was already asked for');
    if (statusOf(trip.managerApprovalStatus) === 'rejected')
      return no('The manager has rejected this trip, so there is nothing to cancel');
    return hasExpenses ? no('This trip has expenses and cannot be cancelled') : allowed;
  },
  editCancellationRemarks: (trip: TripState): Verdict =>
    statusOf(trip.cancellationStatus) === 'notInitiated' ? allowed : no('Cancellation was already asked for'),
  /** TRIP-9. */
  migrate(trip: TripState & Pick<Trip, 'travelToBeDoneBy'>): Verdict {
    if (isCancelled(trip)) return CANCELLED;
    return trip.travelToBeDoneBy === 'CANDIDATE' ? allowed : no('Only the trip of a candidate can be migrated');
  },
  /**
   * May claims be filed on it (TRV-1, TRIP-8)? Not while it waits to be cancelled either: of a claim and a cancellation
   * one wins.
   */
  claim(trip: SaidState): Verdict {
    if (isCancelled(trip)) return CANCELLED;
    if (statusOf(trip.managerApprovalStatus) !== 'approved') return NOT_BY_MANAGER;
    if (statusOf(trip.adminApprovalStatus) !== 'approved') return NOT_BY_ADMIN;
    return trip.cancellationStatus !== undefined && statusOf(trip.cancellationStatus) === 'pending'
      ? no('This trip is being cancelled')
      : allowed;
  },
} as const;

/**
 * The manager's status after an edit (TRIP-6): what was decided was that trip, so another one has to be looked at
 * again; new remarks alone change nothing.
 */
export function afterTripEdit(before: TripInput & { managerStatus: ManagerStatus }, after: TripInput): ManagerStatus {
  const same = (Object.keys(after) as (keyof TripInput)[]).every(
    (field) => field === 'remarks' || before[field] === after[field],
  );
  return same ? before.managerStatus : NEW_TRIP.manager;
}

/**
 * The cancellation's status once it is asked for: a trip that nobody approved and that has no ticket is cancelled at
 * once, else the admin sees to it (TRIP-7).
 */
export function afterCancel(trip: TripState, hasTicket: boolean): CancellationStatus {
  const seen = statusOf(trip.managerApprovalStatus) === 'approved' || statusOf(trip.adminApprovalStatus) === 'approved';
  return seen || hasTicket ? 'PENDING' : 'APPROVED';
}

export interface OtherTrip {
  tripId: string;
  startDay: Day;
  endDay: Day;
}

/**
 * Warnings for the person asking for a trip (TRIP-10). `others`: their other trips that are not cancelled. Nothing of
 * it is refused.
 */
export function tripWarnings(
  trip: Partial<Pick<OtherTrip, 'startDay' | 'endDay'> & Pick<TripInput, 'departureCity' | 'arrivalCity'>>,
  others: readonly OtherTrip[],
): string[] {
  const warnings: string[] = [];
  const { departureCity = '', arrivalCity = '', startDay, endDay } = trip;
  if (departureCity !== '' && departureCity.toLowerCase() === arrivalCity.toLowerCase())
    warnings.push('Departure and arrival are the same city');
  if (startDay === undefined || endDay === undefined) return warnings;
  const overlapping = others
    .filter((other) => other.startDay <= endDay && other.endDay >= startDay)
    .map((other) => other.tripId);
  if (overlapping.length > 0) warnings.push(`These days overlap with ${overlapping.join(', ')}`);
  return warnings;
}
