import type { TravelDoneBy } from '#contract/enums.ts';
import { MAX_NAME, MAX_REMARKS } from '#contract/limits.ts';
import type { OwnTripFields, Trip } from '#contract/trip.ts';
import { DAY, oneOf, TEXT, TIME, YES_OR_NO, type FieldKind } from './fieldKinds.ts';
import { parseLine, parseRemarks, parseText, type ParsedText } from './text.ts';
import { hasTraveller } from './trip.ts';
import { BOOKED_BY, DONE_BY, MODE, TRAVEL_TYPE, TRIP_TYPE } from './tripWords.ts';

/**
 * What the owner of a trip fills in, in the form's order. Validator, form values, details, history, compared versions,
 * answers and audit log follow from this table; a screen that places a field elsewhere, or says it in a line with
 * others, names it there.
 */

export type TripField = keyof OwnTripFields;

/** One field of a trip. */
export interface TripFieldDefinition<Wire = unknown> {
  label: string;
  kind: FieldKind<unknown, Wire>;
  /** How a text is cleaned, and how many characters it may have. */
  parse?: (sent: unknown) => ParsedText;
  most?: number;
  /** When it is asked for, if not always, by what was read of the fields before it. */
  when?: (trip: { travelToBeDoneBy: TravelDoneBy | null; isAccommodationRequired: boolean | null }) => boolean;
  /** What is said where it is missing. A field that is always needed says it in its schema. */
  missing?: string;
}

type Condition = Pick<TripFieldDefinition, 'when'>;
const OF_TRAVELLER: Condition = { when: (trip) => hasTraveller(trip.travelToBeDoneBy) };
const OF_STAY: Condition = { when: (trip) => trip.isAccommodationRequired === true };

/** A text on one line. `name`: what messages call it, where that is not its label. */
const line = (label: string, name = label) => ({
  label,
  kind: TEXT,
  parse: (sent: unknown) => parseLine(sent, name, MAX_NAME),
  most: MAX_NAME,
});

export const TRIP_FIELDS = {
  startDate: { label: 'Travel start date', kind: DAY },
  endDate: { label: 'Travel end date', kind: DAY },
  preferredTime: { label: 'Preferred time', kind: TIME },
  travelType: { label: 'Travel type', kind: oneOf(TRAVEL_TYPE) },
  tripType: { label: 'Trip type', kind: oneOf(TRIP_TYPE) },
  travelBookedBy: { label: 'Booked by', kind: oneOf(BOOKED_BY) },
  reasonForTravel: {
    label: 'Reason for travel',
    kind: TEXT,
    parse: (sent: unknown) => parseText(sent, 'Reason for travel', MAX_REMARKS),
    most: MAX_REMARKS,
  },
  modeOfTravel: { label: 'Mode of travel', kind: oneOf(MODE) },
  travelToBeDoneBy: { label: 'Travel to be done by', kind: oneOf(DONE_BY) },
  departureCity: line('Departure city', 'Departure City'),
  arrivalCity: line('Arrival city', 'Arrival City'),
  traveller: { ...line('Traveller name', 'Traveller Name'), ...OF_TRAVELLER, missing: 'Please enter Traveller Name' },
  travellerDOB: { label: 'Traveller DOB', kind: DAY, ...OF_TRAVELLER, missing: 'Please enter Traveller DOB' },
  isAccommodationRequired: { label: 'Accommodation required', kind: YES_OR_NO },
  accommodationCity: { ...line('Accommodation city'), ...OF_STAY, missing: 'Please enter accommodation City' },
  checkInDate: { label: 'Check-in date', kind: DAY, ...OF_STAY, missing: 'Please select Check-in date' },
  checkOutDate: { label: 'Check-out date', kind: DAY, ...OF_STAY, missing: 'Please select Check-out date' },
  preferredHotel: { ...line('Preferred hotel'), ...OF_STAY },
  preferredLocation: { ...line('Preferred location'), ...OF_STAY },
  remarks: { label: 'Remarks', kind: TEXT, parse: parseRemarks, most: MAX_REMARKS },
} satisfies { [Name in TripField]: TripFieldDefinition<NonNullable<OwnTripFields[Name]>> };

type Definitions = typeof TRIP_FIELDS;
/**
 * A trip's own fields as they are kept: clean, days as days, and null where the owner left one out or was not asked.
 */
export type TripInput = {
  [Name in TripField]:
    | Parameters<Definitions[Name]['kind']['toWire']>[0]
    | (null extends OwnTripFields[Name] ? null : never);
};

/** A field that is free text. */
export type TripText = {
  [Name in TripField]: Definitions[Name] extends { most: number } ? Name : never;
}[TripField];

/** The fields in the form's order. */
export const TRIP_FIELD_NAMES = Object.keys(TRIP_FIELDS) as TripField[];

/** Those that are free text. */
export const TRIP_TEXTS = TRIP_FIELD_NAMES.filter((name) => TRIP_FIELDS[name].kind === TEXT);

/** All fields but those that the caller names. */
export const otherTripFields = (...named: TripField[]): TripField[] =>
  TRIP_FIELD_NAMES.filter((name) => !named.includes(name));

/** Something of every field. */
export const ofEachTripField = <Result>(
  of: (name: TripField, field: TripFieldDefinition) => Result,
): Record<TripField, Result> =>
  Object.fromEntries(TRIP_FIELD_NAMES.map((name) => [name, of(name, TRIP_FIELDS[name])])) as Record<TripField, Result>;

/** How a field reads that was sent or answered; null where there is nothing to read. */
export function shownTripField(name: TripField, sent: unknown, timeZone: string): string | null {
  const { kind }: TripFieldDefinition = TRIP_FIELDS[name];
  const value = kind.fromWire(sent, timeZone);
  return value === null ? null : kind.show(value);
}

export type TripDetail = readonly [label: string, value: string | null];

/** Several fields in one line, without those that have no value. */
export const inOneLine = (details: readonly TripDetail[], separator = ', '): string =>
  details.flatMap(([, value]) => value ?? []).join(separator);

/** Every field of a trip with its label, as people read it. */
export const tripDetails = (trip: Trip, timeZone: string): Record<TripField, TripDetail> =>
  ofEachTripField((name, { label }) => [label, shownTripField(name, trip[name], timeZone)]);
