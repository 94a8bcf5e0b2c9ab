import type { Trip, TripBody } from '#contract/trip.ts';
import { hasTraveller } from '#domain/trip.ts';
import {
  ofEachTripField,
  type TripField,
  type TripFieldDefinition,
  type TripInput,
  type TripText,
  TRIP_FIELD_NAMES,
  TRIP_FIELDS,
} from '#domain/tripFields.ts';
import { parseTrip, type TripContext } from '#domain/tripParsing.ts';
import type { ParseResult } from '#domain/verdict.ts';

/**
 * The form's content as typed: all texts, its fields named as on the wire and in the order of the form. Days are
 * YYYY-MM-DD, or what was typed so far.
 */
export type TripValues = Record<TripField, string>;
export const EMPTY: TripValues = ofEachTripField(() => '');

/** What the form calls a field. */
export const named = <Name extends TripField>(name: Name) => ({ name, label: TRIP_FIELDS[name].label });

/** What the form calls a text, and how long it may be. */
export const namedText = <Name extends TripText>(name: Name) => ({ ...named(name), maxLength: TRIP_FIELDS[name].most });

/** What a record holds, or the body of one that waits. */
export const valuesOf = (known: Partial<Record<keyof Trip, unknown>>, timeZone: string): TripValues =>
  ofEachTripField((name, { kind }) => {
    const value = kind.fromWire(known[name], timeZone);
    return value === null ? '' : kind.toText(value);
  });

/** Somebody else travels: name and date of birth are asked for. */
export const hasTravellerFields = (values: Pick<TripValues, 'travelToBeDoneBy'>): boolean =>
  hasTraveller(values.travelToBeDoneBy as TripInput['travelToBeDoneBy']);

/** What the rules are to judge: the form as a body, as far as it is one. */
const typedBody = (values: TripValues, timeZone: string): Record<TripField, unknown> =>
  ofEachTripField((name, { kind }) => {
    const value = kind.fromText(values[name]);
    return value === null ? undefined : kind.toWire(value, timeZone);
  });

/** Judges the form by the rule that the server uses. */
export const parseValues = (values: TripValues, context: TripContext): ParseResult<TripInput> =>
  parseTrip(typedBody(values, context.timeZone), context);

/** The body as sent: what is not shown is not in it. */
export function bodyOf(input: TripInput, timeZone: string): TripBody {
  const sent = TRIP_FIELD_NAMES.flatMap((name) => {
    const { kind }: TripFieldDefinition = TRIP_FIELDS[name];
    return input[name] === null ? [] : [[name, kind.toWire(input[name], timeZone)]];
  });
  return Object.fromEntries(sent) as TripBody;
}
