import type * as z from 'zod/mini';
import type {
  AdminStatus,
  CancellationStatus,
  ManagerStatus,
  TravelBookedBy,
  TravelDoneBy,
  TravelMode,
  TravelType,
  TripType,
} from '#contract/enums.ts';
import type { FieldErrors } from '#contract/error.ts';
import { EXPENSE_WINDOW_DAYS, MAX_NAME, MAX_REMARKS, MAX_TRIP_DAYS, TRIP_AHEAD_DAYS } from '#contract/limits.ts';
import { tripBody, type Trip } from '#contract/trip.ts';
import { UNDECIDED } from './approval.ts';
import { addDays, daysBetween, financialYearStart, formatDay, laterOf, toDay, type Day } from './dates.ts';
import { conform, type Read } from './reading.ts';
import { statusOf } from './status.ts';
import { readLine, readRemarks, readText, type TextReading } from './text.ts';
import { allowed, refused, wrong, type Reading, type Verdict } from './verdict.ts';

/**
 * Travel requests: what may be sent, and what may be done with one in which state (employee.md 4 and 5, rules.md
 * 'Dates' and 'Trips').
 */

export interface TripInput {
  startDay: Day;
  endDay: Day;
  /** Milliseconds since midnight. */
  preferredTime: number;
  travelType: TravelType;
  tripType: TripType;
  bookedBy: TravelBookedBy;
  reason: string;
  mode: TravelMode;
  doneBy: TravelDoneBy;
  departureCity: string;
  arrivalCity: string;
  /** Null where the traveller is the employee. */
  traveller: string | null;
  travellerDob: Day | null;
  accommodation: boolean;
  /** These five are null where no accommodation is required. */
  accommodationCity: string | null;
  checkIn: Day | null;
  checkOut: Day | null;
  preferredHotel: string | null;
  preferredLocation: string | null;
  remarks: string | null;
}

export interface TripContext {
  today: Day;
  timeZone: string;
  creating: boolean;
  /** The days of the trip being edited: keeping its start is never refused, however long ago it has become. */
  unchanged?: { startDay: Day; endDay: Day };
}

const DAY_MS = 86_400_000;

/** The earliest day a trip may start or end: 90 days back, and not before 1 April of the financial year (TRIP-4). */
export const tripEarliest = (today: Day): Day =>
  laterOf(addDays(today, -EXPENSE_WINDOW_DAYS), financialYearStart(today));
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

/** Reads one field; what it says when it is wrong, or its value. */
class Reader {
  readonly given: Record<string, unknown>;
  readonly errors: FieldErrors = {};

  constructor(body: unknown) {
    this.given = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  }

  /** The value, or null after noting the sentence. */
  take<Value>(field: string, read: Read<Value>): Value | null {
    if ('value' in read) return read.value;
    this.errors[field] = read.sentence;
    return null;
  }

  choice<
    Field extends
      | 'travelType'
      | 'tripType'
      | 'travelBookedBy'
      | 'modeOfTravel'
      | 'travelToBeDoneBy'
      | 'isAccommodationRequired',
  >(field: Field) {
    return this.take(
      field,
      conform(tripBody.shape[field], this.given[field]) as Read<z.infer<(typeof tripBody)['shape'][Field]>>,
    );
  }

  /** A text that must be there; `missing` is said when it is not. */
  filled(field: string, missing: string, read: (input: unknown) => TextReading): string | null {
    const input = this.given[field];
    const text = typeof input === 'string' ? read(input) : { ok: true as const, text: '' };
    if (!text.ok) return this.take(field, { sentence: text.sentence });
    return this.take(field, text.text === '' ? { sentence: missing } : { value: text.text });
  }

  /** A text that may be left out. */
  optional(field: string, read: (input: unknown) => TextReading): string | null {
    const text = read(this.given[field]);
    return text.ok ? text.text || null : this.take(field, { sentence: text.sentence });
  }

  day(field: string, missing: string, timeZone: string): Day | null {
    const ms = this.given[field];
    const day = typeof ms === 'number' ? toDay(ms, timeZone) : null;
    return this.take(field, day === null ? { sentence: missing } : { value: day });
  }

  /** Notes a sentence unless the field is wrong already. */
  refuse(field: string, sentence: string | null): void {
    if (sentence !== null) this.errors[field] ??= sentence;
  }
}

function startFault(start: Day, ctx: TripContext): string | null {
  if (!ctx.creating && start === ctx.unchanged?.startDay) return null;
  const earliest = tripEarliest(ctx.today);
  if (start < earliest) return `Travel start date cannot be before ${formatDay(earliest)}`;
  const latest = tripLatest(ctx.today);
  return start > latest ? `Travel start date cannot be after ${formatDay(latest)}` : null;
}

function endFault(start: Day, end: Day): string | null {
  if (end < start) return 'Travel End date cannot be before Travel start date';
  return totalTravelDays(start, end) > MAX_TRIP_DAYS ? `A trip cannot be longer than ${MAX_TRIP_DAYS} days` : null;
}

const place =
  (name: string) =>
  (input: unknown): TextReading =>
    readLine(input, name, MAX_NAME);

function readTraveller(
  reader: Reader,
  doneBy: TravelDoneBy | null,
  ctx: TripContext,
): Pick<TripInput, 'traveller' | 'travellerDob'> {
  if (!hasTraveller(doneBy)) return { traveller: null, travellerDob: null };
  const traveller = reader.filled('traveller', 'Please enter Traveller Name', place('Traveller Name'));
  const travellerDob = reader.day('travellerDOB', 'Please enter Traveller DOB', ctx.timeZone);
  if (travellerDob !== null && travellerDob > ctx.today)
    reader.refuse('travellerDOB', 'Traveller DOB cannot be in the future');
  return { traveller, travellerDob };
}

type Stay = Pick<TripInput, 'accommodationCity' | 'checkIn' | 'checkOut' | 'preferredHotel' | 'preferredLocation'>;

function readStay(
  reader: Reader,
  required: boolean | null,
  start: Day | null,
  end: Day | null,
  timeZone: string,
): Stay {
  if (!required)
    return { accommodationCity: null, checkIn: null, checkOut: null, preferredHotel: null, preferredLocation: null };
  const accommodationCity = reader.filled(
    'accommodationCity',
    'Please enter accommodation City',
    place('Accommodation city'),
  );
  const checkIn = reader.day('checkInDate', 'Please select Check-in date', timeZone);
  const checkOut = reader.day('checkOutDate', 'Please select Check-out date', timeZone);
  const outside = (day: Day | null): boolean =>
    day !== null && start !== null && end !== null && (day < start || day > end);
  if (outside(checkIn)) reader.refuse('checkInDate', 'Check-in date must be within the trip');
  if (outside(checkOut)) reader.refuse('checkOutDate', 'Check-out date must be within the trip');
  if (checkIn !== null && checkOut !== null && checkOut < checkIn)
    reader.refuse('checkOutDate', 'Check-out date cannot be before Check-in date');
  return {
    accommodationCity,
    checkIn,
    checkOut,
    preferredHotel: reader.optional('preferredHotel', place('Preferred hotel')),
    preferredLocation: reader.optional('preferredLocation', place('Preferred location')),
  };
}

/**
 * Reads the body of a trip, as typed into the form or as it came over the wire (TRIP-1 to TRIP-4). Every wrong field
 * has its sentence, in the order of the form. Fields that do not apply are left empty, and what a trip does not take
 * from its owner is not looked at (reliability Z24).
 */
export function readTrip(body: unknown, ctx: TripContext): Reading<TripInput> {
  const reader = new Reader(body);
  const startDay = reader.day('startDate', 'Please enter Travel start date', ctx.timeZone);
  const endDay = reader.day('endDate', 'Please enter Travel End date', ctx.timeZone);
  if (startDay !== null) reader.refuse('startDate', startFault(startDay, ctx));
  if (startDay !== null && endDay !== null) reader.refuse('endDate', endFault(startDay, endDay));
  const preferredTime = readTime(reader);
  const travelType = reader.choice('travelType');
  const tripType = reader.choice('tripType');
  const bookedBy = reader.choice('travelBookedBy');
  const reason = reader.filled('reasonForTravel', 'Please enter reason for travel', (input) =>
    readText(input, 'Reason for travel', MAX_REMARKS),
  );
  const mode = reader.choice('modeOfTravel');
  const doneBy = reader.choice('travelToBeDoneBy');
  const departureCity = reader.filled('departureCity', 'Please enter Departure City', place('Departure City'));
  const arrivalCity = reader.filled('arrivalCity', 'Please enter Arrival City', place('Arrival City'));
  const traveller = readTraveller(reader, doneBy, ctx);
  const accommodation = reader.choice('isAccommodationRequired');
  const stay = readStay(reader, accommodation, startDay, endDay, ctx.timeZone);
  const remarks = reader.optional('remarks', readRemarks);

  if (
    Object.keys(reader.errors).length > 0 ||
    startDay === null ||
    endDay === null ||
    preferredTime === null ||
    travelType === null ||
    tripType === null ||
    bookedBy === null
  )
    return wrong(reader.errors);
  if (
    reason === null ||
    mode === null ||
    doneBy === null ||
    departureCity === null ||
    arrivalCity === null ||
    accommodation === null
  )
    return wrong(reader.errors);
  return {
    ok: true,
    value: {
      startDay,
      endDay,
      preferredTime,
      travelType,
      tripType,
      bookedBy,
      reason,
      mode,
      doneBy,
      departureCity,
      arrivalCity,
      ...traveller,
      accommodation,
      ...stay,
      remarks,
    },
  };
}

/** Milliseconds since midnight, of that day (TRIP-12). */
function readTime(reader: Reader): number | null {
  const missing = 'Please select preferred time';
  const time = conform(tripBody.shape.preferredTime, reader.given['preferredTime']);
  if ('sentence' in time) return reader.take('preferredTime', time);
  return reader.take('preferredTime', time.value >= 0 && time.value < DAY_MS ? time : { sentence: missing });
}

/** Reads what comes with a cancellation: a remark, which may be left out (TRIP-7). */
export function readCancellation(body: unknown): Reading<{ remarks: string | null }> {
  const reader = new Reader(body);
  const remarks = reader.optional('cancellationRemarks', readRemarks);
  return Object.keys(reader.errors).length > 0 ? wrong(reader.errors) : { ok: true, value: { remarks } };
}

/** Reads the code of a candidate's new employee record (TRIP-9). */
export function readCandidateCode(code: unknown): Reading<string> {
  const read = readLine(code, 'Candidate Emp Code', MAX_NAME);
  if (!read.ok) return wrong({ employeeCode: read.sentence });
  return read.text === '' ? wrong({ employeeCode: 'Please enter Candidate Emp Code' }) : { ok: true, value: read.text };
}
export const unknownCandidate = (code: string): string => `No User exist for the employee code ${code}! `;

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

const no = (sentence: string): Verdict => refused('CONFLICT', sentence);
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
 * What whoever asks for a trip should look at twice (TRIP-10). `others`: their other trips that are not cancelled.
 * Nothing of it is refused.
 */
export function tripWarnings(
  trip: Partial<Pick<TripInput, 'startDay' | 'endDay' | 'departureCity' | 'arrivalCity'>>,
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
