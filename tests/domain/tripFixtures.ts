import { ADMIN_STATUSES, CANCELLATION_STATUSES, MANAGER_STATUSES } from '#contract/enums.ts';
import { millisOfDay, type Day } from '#domain/dates.ts';
import type { TripInput } from '#domain/tripFields.ts';
import { parseTrip } from '#domain/tripParsing.ts';
import type { Verdict } from '#domain/verdict.ts';

const timeZone = 'Asia/Kolkata';
export const today = '2026-08-15';
export const ctx = { today, timeZone, creating: true };
export const at = (day: Day): number => millisOfDay(day, timeZone);

export const good = {
  startDate: at('2026-08-20'),
  endDate: at('2026-08-22'),
  preferredTime: 34_200_000,
  travelType: 'DOMESTIC',
  tripType: 'ROUND_TRIP',
  travelBookedBy: 'ADMIN',
  reasonForTravel: ' Dealer meet ',
  modeOfTravel: 'TRAIN',
  travelToBeDoneBy: 'SELF',
  departureCity: 'Bengaluru',
  arrivalCity: 'Chennai',
  isAccommodationRequired: false,
};

export const stay = {
  isAccommodationRequired: true,
  accommodationCity: 'Chennai',
  checkInDate: at('2026-08-20'),
  checkOutDate: at('2026-08-22'),
};

export const read = (change: Record<string, unknown>, more = {}) =>
  parseTrip({ ...good, ...change }, { ...ctx, ...more });

export const errorsOf = (change: Record<string, unknown>, more = {}): Record<string, string> => {
  const reading = read(change, more);
  return reading.ok ? {} : reading.errors;
};

export const valueOf = (change: Record<string, unknown> = {}): TripInput => {
  const reading = read(change);
  if (!reading.ok) throw new Error(reading.message);
  return reading.value;
};

export const ok = (verdict: Verdict): boolean => verdict.ok;

/** Every status that a trip may have at its three offices. */
export const combinations = MANAGER_STATUSES.flatMap((managerApprovalStatus) =>
  ADMIN_STATUSES.flatMap((adminApprovalStatus) =>
    CANCELLATION_STATUSES.map((cancellationStatus) => ({
      managerApprovalStatus,
      adminApprovalStatus,
      cancellationStatus,
    })),
  ),
);
