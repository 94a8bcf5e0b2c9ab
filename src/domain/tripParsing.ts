import type { FieldErrors } from '#contract/error.ts';
import { MAX_NAME, MAX_TRIP_DAYS } from '#contract/limits.ts';
import { tripBody } from '#contract/trip.ts';
import { formatDay, type Day } from './dates.ts';
import { conform, missingIn, type Parsed } from './parsing.ts';
import { parseLine, parseRemarks } from './text.ts';
import type { DatedPolicy } from './policyVersions.ts';
import { totalTravelDays, tripEarliest, tripLatest } from './trip.ts';
import {
  ofEachTripField,
  TRIP_FIELD_NAMES,
  TRIP_FIELDS,
  type TripField,
  type TripFieldDefinition,
  type TripInput,
} from './tripFields.ts';
import { invalid, type ParseResult } from './verdict.ts';

/** Parses what is sent of a trip: its body, its cancellation, the code of a migrated candidate. */

export interface TripContext {
  today: Day;
  timeZone: string;
  creating: boolean;
  /** The versions of the policy that count; the specification's when absent. */
  policies?: readonly DatedPolicy[] | undefined;
  /** The days of the trip being edited: keeping its start is never refused, however long ago it has become. */
  unchanged?: { startDay: Day; endDay: Day };
}

const given = (body: unknown): Record<string, unknown> =>
  typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};

/** Parses one field: its value, null where it may be left out, or what is wrong with it. */
function parseField(name: TripField, sent: unknown, timeZone: string): Parsed<unknown> {
  const { kind, parse, ...field }: TripFieldDefinition = TRIP_FIELDS[name];
  const missing = field.missing ?? missingIn(tripBody.shape[name]);
  if (parse && (missing === '' || typeof sent === 'string')) {
    const text = parse(sent);
    if (!text.ok) return { message: text.message };
    return text.text === '' && missing !== '' ? { message: missing } : { value: text.text || null };
  }
  const conforming = conform(tripBody.shape[name], sent);
  const value = 'value' in conforming ? kind.fromWire(conforming.value, timeZone) : null;
  return value === null && missing !== '' ? { message: missing } : { value };
}

function startFault(start: Day, ctx: TripContext): string | null {
  if (!ctx.creating && start === ctx.unchanged?.startDay) return null;
  const earliest = tripEarliest(ctx.today, ctx.policies);
  if (start < earliest) return `Travel start date cannot be before ${formatDay(earliest)}`;
  const latest = tripLatest(ctx.today);
  return start > latest ? `Travel start date cannot be after ${formatDay(latest)}` : null;
}

function endFault(start: Day, end: Day): string | null {
  if (end < start) return 'Travel End date cannot be before Travel start date';
  return totalTravelDays(start, end) > MAX_TRIP_DAYS ? `A trip cannot be longer than ${MAX_TRIP_DAYS} days` : null;
}

/** A trip as far as it has been read. */
type Draft = { [Name in TripField]: TripInput[Name] | null };

/** What is wrong with a day beside those that were read before it (TRIP-2 to TRIP-4, TRIP-13). */
function dayFault(name: TripField, trip: Draft, ctx: TripContext): string | null {
  const { startDate, endDate, travellerDOB, checkInDate, checkOutDate } = trip;
  const outside = (day: Day): boolean => startDate !== null && endDate !== null && (day < startDate || day > endDate);
  switch (name) {
    case 'startDate':
      return startDate && startFault(startDate, ctx);
    case 'endDate':
      return startDate && endDate && endFault(startDate, endDate);
    case 'travellerDOB':
      return travellerDOB && travellerDOB > ctx.today ? 'Traveller DOB cannot be in the future' : null;
    case 'checkInDate':
      return checkInDate && outside(checkInDate) ? 'Check-in date must be within the trip' : null;
    case 'checkOutDate':
      if (checkOutDate && outside(checkOutDate)) return 'Check-out date must be within the trip';
      return checkInDate && checkOutDate && checkOutDate < checkInDate
        ? 'Check-out date cannot be before Check-in date'
        : null;
    default:
      return null;
  }
}

/**
 * Parses the body of a trip, as typed into the form or as it came over the wire (TRIP-1, TRIP-2, TRIP-3, TRIP-4). Every
 * wrong field has its message, in the order of the form. Fields that do not apply are left empty, and what a trip does
 * not take from its owner is not looked at (Z24).
 */
export function parseTrip(body: unknown, ctx: TripContext): ParseResult<TripInput> {
  const sent = given(body);
  const errors: FieldErrors = {};
  const trip = ofEachTripField(() => null) as Draft;
  for (const name of TRIP_FIELD_NAMES) {
    const { when }: TripFieldDefinition = TRIP_FIELDS[name];
    if (when && !when(trip)) continue;
    const parsed = parseField(name, sent[name], ctx.timeZone);
    if ('value' in parsed) Object.assign(trip, { [name]: parsed.value });
    const fault = 'value' in parsed ? dayFault(name, trip, ctx) : parsed.message;
    if (fault !== null) errors[name] = fault;
  }
  // A field that is needed and null has its error.
  return Object.keys(errors).length > 0 ? invalid(errors) : { ok: true, value: trip as TripInput };
}

/** Parses what comes with a cancellation: a remark, which may be left out (TRIP-7). */
export function parseCancellation(body: unknown): ParseResult<{ remarks: string | null }> {
  const remarks = parseRemarks(given(body)['cancellationRemarks']);
  return remarks.ok
    ? { ok: true, value: { remarks: remarks.text || null } }
    : invalid({ cancellationRemarks: remarks.message });
}

/** Parses the code of a candidate's new employee record (TRIP-9). */
export function parseCandidateCode(code: unknown): ParseResult<string> {
  const parsed = parseLine(code, 'Candidate Emp Code', MAX_NAME);
  if (!parsed.ok) return invalid({ employeeCode: parsed.message });
  return parsed.text === ''
    ? invalid({ employeeCode: 'Please enter Candidate Emp Code' })
    : { ok: true, value: parsed.text };
}
export const unknownCandidate = (code: string): string => `No User exist for the employee code ${code}! `;
