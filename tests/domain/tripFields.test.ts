import { describe, expect, test } from 'vitest';
import { LEFT_OUT, tripBody } from '#contract/trip.ts';
import { DAY, oneOf, TEXT, TIME, YES_OR_NO, type FieldKind } from '#domain/fieldKinds.ts';
import {
  inOneLine,
  otherTripFields,
  shownTripField,
  TRIP_FIELD_NAMES,
  TRIP_FIELDS,
  TRIP_TEXTS,
  type TripFieldDefinition,
} from '#domain/tripFields.ts';
import { at } from './tripFixtures.ts';

const timeZone = 'Asia/Kolkata';

describe('the fields of a trip', () => {
  test('are those of the body as it is sent, each with a label of its own', () => {
    expect([...TRIP_FIELD_NAMES, 'cancellationRemarks'].toSorted()).toEqual(Object.keys(tripBody.shape).toSorted());
    expect(new Set(TRIP_FIELD_NAMES.map((name) => TRIP_FIELDS[name].label)).size).toBe(TRIP_FIELD_NAMES.length);
  });

  test('TRIP-1 texts say how they are parsed and how long they may be, other fields do not', () => {
    for (const name of TRIP_FIELD_NAMES) {
      const { kind, parse, most }: TripFieldDefinition = TRIP_FIELDS[name];
      expect([name, kind === TEXT]).toEqual([name, TRIP_TEXTS.includes(name)]);
      expect([name, kind === TEXT]).toEqual([name, parse !== undefined && most !== undefined]);
      if (parse && most !== undefined)
        expect([parse('x'.repeat(most)).ok, parse('x'.repeat(most + 1)).ok]).toEqual([true, false]);
    }
  });

  test('TRIP-2 TRIP-3 what is asked for under a condition may be left out', () => {
    const conditional = TRIP_FIELD_NAMES.filter((name) => (TRIP_FIELDS[name] as TripFieldDefinition).when);
    expect(Object.keys(LEFT_OUT)).toEqual(expect.arrayContaining(conditional));
  });

  test('the others are all but those that are named, in the form’s order', () => {
    expect(otherTripFields()).toEqual(TRIP_FIELD_NAMES);
    expect(otherTripFields(...TRIP_FIELD_NAMES.filter((name) => !/^check/.test(name)))).toEqual([
      'checkInDate',
      'checkOutDate',
    ]);
  });

  test.each([
    ['startDate', at('2026-08-20'), '20-08-2026'],
    ['startDate', '2026-08-20', null],
    ['travellerDOB', null, null],
    ['preferredTime', 34_200_000, '09:30'],
    ['preferredTime', -1, null],
    ['modeOfTravel', 'OWN_CAR', 'Own car'],
    ['modeOfTravel', 'AIRSHIP', 'AIRSHIP'],
    ['isAccommodationRequired', false, 'No'],
    ['preferredHotel', 'Savera', 'Savera'],
    ['preferredHotel', '', null],
    ['remarks', undefined, null],
  ] as const)('%s of %j reads %j', (name, sent, shown) => expect(shownTripField(name, sent, timeZone)).toBe(shown));

  test('in one line there is nothing of a field without a value', () => {
    expect(
      inOneLine([
        ['Hotel', 'Savera'],
        ['Area', null],
        ['City', 'Pune'],
      ]),
    ).toBe('Savera, Pune');
    expect(
      inOneLine(
        [
          ['Travels', 'Client'],
          ['Name', 'Leela'],
        ],
        ': ',
      ),
    ).toBe('Client: Leela');
    expect(inOneLine([['Area', null]])).toBe('');
  });
});

describe('a kind of field', () => {
  const kinds: [string, FieldKind, value: unknown, typed: string][] = [
    ['a day', DAY, '2026-08-20', '2026-08-20'],
    ['a time', TIME, 34_200_000, '09:30'],
    ['yes', YES_OR_NO, true, 'YES'],
    ['no', YES_OR_NO, false, 'NO'],
    ['a word', oneOf({ AIR: 'Air' }), 'AIR', 'AIR'],
    ['a text', TEXT, 'Pune', 'Pune'],
  ];
  test.each(kinds)('%s is typed and sent, and read again as it was', (_, kind, value, typed) => {
    expect(kind.is(value)).toBe(true);
    expect([kind.toText(value), kind.fromText(typed)]).toEqual([typed, value]);
    expect(kind.fromWire(kind.toWire(value, timeZone), timeZone)).toEqual(value);
  });
  test.each(kinds)('%s is not read from nothing or from something else', (_, kind) => {
    for (const junk of [undefined, null, '', {}, []])
      expect([kind.is(junk), kind.fromWire(junk, timeZone)]).toEqual([false, null]);
  });
  test('what is typed so far is no day, no time and no choice', () => {
    for (const kind of [DAY, TIME, YES_OR_NO, oneOf({ AIR: 'Air' })]) expect(kind.fromText('')).toBeNull();
    expect([DAY.fromText('2026-0'), TIME.fromText('9:3')]).toEqual([null, null]);
  });
});
