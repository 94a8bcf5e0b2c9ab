import type * as z from 'zod/mini';
import type { TravelDoneBy } from '#contract/enums.ts';
import type { FieldErrors } from '#contract/error.ts';
import { MAX_NAME, MAX_REMARKS, MAX_TRIP_DAYS } from '#contract/limits.ts';
import { tripBody } from '#contract/trip.ts';
import { formatDay, toDay, type Day } from './dates.ts';
import { conform, type Read } from './reading.ts';
import { readLine, readRemarks, readText, type TextReading } from './text.ts';
import { hasTraveller, totalTravelDays, tripEarliest, tripLatest, type TripInput } from './trip.ts';
import { invalid, type ParseResult } from './verdict.ts';

/** Reads what is sent of a trip: its body, its cancellation, the code of a migrated candidate. */

export interface TripContext {
  today: Day;
  timeZone: string;
  creating: boolean;
  /** The days of the trip being edited: keeping its start is never refused, however long ago it has become. */
  unchanged?: { startDay: Day; endDay: Day };
}

const DAY_MS = 86_400_000;

/** Reads one field; what it says when it is wrong, or its value. */
class Reader {
  readonly given: Record<string, unknown>;
  readonly errors: FieldErrors = {};

  constructor(body: unknown) {
    this.given = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  }

  /** The value, or null after noting the message. */
  take<Value>(field: string, read: Read<Value>): Value | null {
    if ('value' in read) return read.value;
    this.errors[field] = read.message;
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
    if (!text.ok) return this.take(field, { message: text.message });
    return this.take(field, text.text === '' ? { message: missing } : { value: text.text });
  }

  /** A text that may be left out. */
  optional(field: string, read: (input: unknown) => TextReading): string | null {
    const text = read(this.given[field]);
    return text.ok ? text.text || null : this.take(field, { message: text.message });
  }

  day(field: string, missing: string, timeZone: string): Day | null {
    const ms = this.given[field];
    const day = typeof ms === 'number' ? toDay(ms, timeZone) : null;
    return this.take(field, day === null ? { message: missing } : { value: day });
  }

  /** Notes a message unless the field is wrong already. */
  refuse(field: string, message: string | null): void {
    if (message !== null) this.errors[field] ??= message;
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
): Pick<TripInput, 'traveller' | 'travellerDOB'> {
  if (!hasTraveller(doneBy)) return { traveller: null, travellerDOB: null };
  const traveller = reader.filled('traveller', 'Please enter Traveller Name', place('Traveller Name'));
  const travellerDOB = reader.day('travellerDOB', 'Please enter Traveller DOB', ctx.timeZone);
  if (travellerDOB !== null && travellerDOB > ctx.today)
    reader.refuse('travellerDOB', 'Traveller DOB cannot be in the future');
  return { traveller, travellerDOB };
}

type Stay = Pick<
  TripInput,
  'accommodationCity' | 'checkInDate' | 'checkOutDate' | 'preferredHotel' | 'preferredLocation'
>;

function readStay(
  reader: Reader,
  required: boolean | null,
  start: Day | null,
  end: Day | null,
  timeZone: string,
): Stay {
  if (!required)
    return {
      accommodationCity: null,
      checkInDate: null,
      checkOutDate: null,
      preferredHotel: null,
      preferredLocation: null,
    };
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
    checkInDate: checkIn,
    checkOutDate: checkOut,
    preferredHotel: reader.optional('preferredHotel', place('Preferred hotel')),
    preferredLocation: reader.optional('preferredLocation', place('Preferred location')),
  };
}

/**
 * Reads the body of a trip, as typed into the form or as it came over the wire (TRIP-1, TRIP-2, TRIP-3, TRIP-4). Every
 * wrong field has its message, in the order of the form. Fields that do not apply are left empty, and what a trip does
 * not take from its owner is not looked at (Z24).
 */
export function readTrip(body: unknown, ctx: TripContext): ParseResult<TripInput> {
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
    return invalid(reader.errors);
  if (
    reason === null ||
    mode === null ||
    doneBy === null ||
    departureCity === null ||
    arrivalCity === null ||
    accommodation === null
  )
    return invalid(reader.errors);
  return {
    ok: true,
    value: {
      startDate: startDay,
      endDate: endDay,
      preferredTime,
      travelType,
      tripType,
      travelBookedBy: bookedBy,
      reasonForTravel: reason,
      modeOfTravel: mode,
      travelToBeDoneBy: doneBy,
      departureCity,
      arrivalCity,
      ...traveller,
      isAccommodationRequired: accommodation,
      ...stay,
      remarks,
    },
  };
}

/** Milliseconds since midnight, of that day (TRIP-12). */
function readTime(reader: Reader): number | null {
  const missing = 'Please select preferred time';
  const time = conform(tripBody.shape.preferredTime, reader.given['preferredTime']);
  if ('message' in time) return reader.take('preferredTime', time);
  return reader.take('preferredTime', time.value >= 0 && time.value < DAY_MS ? time : { message: missing });
}

/** Reads what comes with a cancellation: a remark, which may be left out (TRIP-7). */
export function readCancellation(body: unknown): ParseResult<{ remarks: string | null }> {
  const reader = new Reader(body);
  const remarks = reader.optional('cancellationRemarks', readRemarks);
  return Object.keys(reader.errors).length > 0 ? invalid(reader.errors) : { ok: true, value: { remarks } };
}

/** Reads the code of a candidate's new employee record (TRIP-9). */
export function readCandidateCode(code: unknown): ParseResult<string> {
  const read = readLine(code, 'Candidate Emp Code', MAX_NAME);
  if (!read.ok) return invalid({ employeeCode: read.message });
  return read.text === ''
    ? invalid({ employeeCode: 'Please enter Candidate Emp Code' })
    : { ok: true, value: read.text };
}
export const unknownCandidate = (code: string): string => `No User exist for the employee code ${code}! `;
