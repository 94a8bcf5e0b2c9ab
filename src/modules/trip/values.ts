import type { Trip, TripBody } from '#contract/trip.ts';
import { isDay, millisOfDay, toDay } from '#domain/dates.ts';
import { isTime, millisOfTime, timeOf } from '#domain/times.ts';
import { hasTraveller, type TripInput } from '#domain/trip.ts';
import { readTrip, type TripContext } from '#domain/tripReading.ts';
import type { ParseResult } from '#domain/verdict.ts';
import { NO, YES } from '#domain/tripWords.ts';

/**
 * The form's content as typed: all texts, its fields named as on the wire and in the order of the form. Days are
 * YYYY-MM-DD, or what was typed so far.
 */
export const EMPTY = {
  startDate: '',
  endDate: '',
  preferredTime: '',
  travelType: '',
  tripType: '',
  travelBookedBy: '',
  reasonForTravel: '',
  modeOfTravel: '',
  travelToBeDoneBy: '',
  departureCity: '',
  arrivalCity: '',
  traveller: '',
  travellerDOB: '',
  isAccommodationRequired: '',
  accommodationCity: '',
  checkInDate: '',
  checkOutDate: '',
  preferredHotel: '',
  preferredLocation: '',
  remarks: '',
};
export type TripValues = typeof EMPTY;

type Known = Partial<Record<keyof Trip, unknown>>;
const typed = (value: unknown): string => (typeof value === 'string' ? value : '');

/** What a record holds, or the body of one that waits. */
export function valuesOf(known: Known, timeZone: string): TripValues {
  const day = (value: unknown): string => (typeof value === 'number' ? (toDay(value, timeZone) ?? '') : '');
  return {
    startDate: day(known.startDate),
    endDate: day(known.endDate),
    preferredTime: typeof known.preferredTime === 'number' ? timeOf(known.preferredTime) : '',
    travelType: typed(known.travelType),
    tripType: typed(known.tripType),
    travelBookedBy: typed(known.travelBookedBy),
    reasonForTravel: typed(known.reasonForTravel),
    modeOfTravel: typed(known.modeOfTravel),
    travelToBeDoneBy: typed(known.travelToBeDoneBy),
    departureCity: typed(known.departureCity),
    arrivalCity: typed(known.arrivalCity),
    traveller: typed(known.traveller),
    travellerDOB: day(known.travellerDOB),
    isAccommodationRequired:
      typeof known.isAccommodationRequired === 'boolean' ? (known.isAccommodationRequired ? YES : NO) : '',
    accommodationCity: typed(known.accommodationCity),
    checkInDate: day(known.checkInDate),
    checkOutDate: day(known.checkOutDate),
    preferredHotel: typed(known.preferredHotel),
    preferredLocation: typed(known.preferredLocation),
    remarks: typed(known.remarks),
  };
}

/** Somebody else travels: name and date of birth are asked for. */
export const hasTravellerFields = (values: Pick<TripValues, 'travelToBeDoneBy'>): boolean =>
  hasTraveller(values.travelToBeDoneBy as TripInput['travelToBeDoneBy']);

const chosen = (text: string): string | undefined => (text === '' ? undefined : text);

/** What the rules are to judge: the form as a body, as far as it is one. */
function typedBody(values: TripValues, timeZone: string): Record<string, unknown> {
  const day = (text: string): number | undefined => (isDay(text) ? millisOfDay(text, timeZone) : undefined);
  return {
    ...values,
    startDate: day(values.startDate),
    endDate: day(values.endDate),
    preferredTime: isTime(values.preferredTime) ? millisOfTime(values.preferredTime) : undefined,
    travelType: chosen(values.travelType),
    tripType: chosen(values.tripType),
    travelBookedBy: chosen(values.travelBookedBy),
    modeOfTravel: chosen(values.modeOfTravel),
    travelToBeDoneBy: chosen(values.travelToBeDoneBy),
    travellerDOB: day(values.travellerDOB),
    isAccommodationRequired: values.isAccommodationRequired === '' ? undefined : values.isAccommodationRequired === YES,
    checkInDate: day(values.checkInDate),
    checkOutDate: day(values.checkOutDate),
  };
}

/** Judges the form by the rule that the server uses. */
export const readValues = (values: TripValues, context: TripContext): ParseResult<TripInput> =>
  readTrip(typedBody(values, context.timeZone), context);

/** The body as sent: what is not shown is not in it. */
export function bodyOf(input: TripInput, timeZone: string): TripBody {
  const day = (value: string): number => millisOfDay(value, timeZone);
  const optional = <Name extends string>(name: Name, text: string | null): { [key in Name]?: string } =>
    text === null ? {} : ({ [name]: text } as { [key in Name]: string });
  return {
    startDate: day(input.startDate),
    endDate: day(input.endDate),
    preferredTime: input.preferredTime,
    travelType: input.travelType,
    tripType: input.tripType,
    travelBookedBy: input.travelBookedBy,
    reasonForTravel: input.reasonForTravel,
    modeOfTravel: input.modeOfTravel,
    travelToBeDoneBy: input.travelToBeDoneBy,
    departureCity: input.departureCity,
    arrivalCity: input.arrivalCity,
    ...optional('traveller', input.traveller),
    ...(input.travellerDOB !== null && { travellerDOB: day(input.travellerDOB) }),
    isAccommodationRequired: input.isAccommodationRequired,
    ...optional('accommodationCity', input.accommodationCity),
    ...(input.checkInDate !== null && { checkInDate: day(input.checkInDate) }),
    ...(input.checkOutDate !== null && { checkOutDate: day(input.checkOutDate) }),
    ...optional('preferredHotel', input.preferredHotel),
    ...optional('preferredLocation', input.preferredLocation),
    ...optional('remarks', input.remarks),
  };
}
