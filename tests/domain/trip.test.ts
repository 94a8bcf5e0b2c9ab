import { describe, expect, test } from 'vitest';
import { TRAVEL_DONE_BY, TRAVEL_MODES } from '#contract/enums.ts';
import { addDays, type Day } from '#domain/dates.ts';
import { hasTraveller, needsTicket, tripWarnings } from '#domain/trip.ts';
import { parseCancellation, parseCandidateCode, parseTrip, unknownCandidate } from '#domain/tripParsing.ts';
import { at, ctx, errorsOf, good, stay, today, valueOf } from './tripFixtures.ts';

const guest = { travelToBeDoneBy: 'CLIENT', traveller: 'Leela Menon', travellerDOB: at('1985-02-28') };

describe('a trip as sent', () => {
  test('TRIP-1 is read into clean values', () => {
    expect(valueOf()).toEqual({
      startDate: '2026-08-20',
      endDate: '2026-08-22',
      preferredTime: 34_200_000,
      travelType: 'DOMESTIC',
      tripType: 'ROUND_TRIP',
      travelBookedBy: 'ADMIN',
      reasonForTravel: 'Dealer meet',
      modeOfTravel: 'TRAIN',
      travelToBeDoneBy: 'SELF',
      departureCity: 'Bengaluru',
      arrivalCity: 'Chennai',
      traveller: null,
      travellerDOB: null,
      isAccommodationRequired: false,
      accommodationCity: null,
      checkInDate: null,
      checkOutDate: null,
      preferredHotel: null,
      preferredLocation: null,
      remarks: null,
    });
  });

  const empty: [string, string][] = [
    ['startDate', 'Please enter Travel start date'],
    ['endDate', 'Please enter Travel End date'],
    ['preferredTime', 'Please select preferred time'],
    ['travelType', 'Please enter Travel type'],
    ['tripType', 'Please enter Trip type'],
    ['travelBookedBy', 'Please enter travel booked by'],
    ['reasonForTravel', 'Please enter reason for travel'],
    ['modeOfTravel', 'Please enter mode of Travel'],
    ['travelToBeDoneBy', 'Please enter Travel to be done by'],
    ['departureCity', 'Please enter Departure City'],
    ['arrivalCity', 'Please enter Arrival City'],
    ['isAccommodationRequired', 'Please select accommodation'],
  ];
  test.each([[{}], [null], [undefined], ['text'], [7], [[]]])(
    'TRIP-1 of a body that is %j every missing field is said, in the order of the form',
    (body) => {
      const parsed = parseTrip(body, ctx);
      expect(parsed.ok ? [] : Object.entries(parsed.errors)).toEqual(empty);
      expect(parsed).toMatchObject({ ok: false, message: 'Please enter Travel start date' });
    },
  );

  test.each(empty)('TRIP-1 %s alone missing, empty or junk: %s', (field, message) => {
    for (const junk of [undefined, null, '', '   ', {}, [], 'constructor', '__proto__']) {
      // Any text is a name or a reason.
      if (/City|reason/.test(field) && typeof junk === 'string' && junk.trim() !== '') continue;
      expect(errorsOf({ [field]: junk })).toEqual({ [field]: message });
    }
  });

  test.each([
    [{ reasonForTravel: 'x'.repeat(2000), remarks: '  ', departureCity: 'पुणे', arrivalCity: 'a'.repeat(100) }, {}],
    [
      { reasonForTravel: 'x'.repeat(2001) },
      { reasonForTravel: 'Reason for travel cannot be longer than 2000 characters' },
    ],
    [{ remarks: 'x'.repeat(2001) }, { remarks: 'Remarks cannot be longer than 2000 characters' }],
    [{ departureCity: 'x'.repeat(101) }, { departureCity: 'Departure City cannot be longer than 100 characters' }],
    [{ arrivalCity: 'Pu\u0000ne' }, { arrivalCity: 'Arrival City contains characters that cannot be stored' }],
    [
      { reasonForTravel: 'a\ud800b' },
      { reasonForTravel: 'Reason for travel contains characters that cannot be stored' },
    ],
    [{ remarks: 7 }, { remarks: 'Remarks must be text' }],
    [
      { ...stay, preferredHotel: 'x'.repeat(101), preferredLocation: {} },
      {
        preferredHotel: 'Preferred hotel cannot be longer than 100 characters',
        preferredLocation: 'Preferred location must be text',
      },
    ],
    [{ ...guest, traveller: 'x'.repeat(101) }, { traveller: 'Traveller Name cannot be longer than 100 characters' }],
  ])('TRIP-1 TRIP-10 Z35 texts %#', (change, errors) => expect(errorsOf(change)).toEqual(errors));

  test('TRIP-10 a city is on one line, with single spaces', () =>
    expect(valueOf({ arrivalCity: ' New \n\t Delhi ' }).arrivalCity).toBe('New Delhi'));

  test('TRIP-1 Z24 what a trip does not take from its owner is not looked at', () => {
    const more = {
      managerApprovalStatus: 'x',
      adminApprovalStatus: 1,
      tripId: 'TRP1',
      userEmail: 'x',
      totalTravelDays: 99,
      cancellationRemarks: 'x',
      candidateEmpCode: 'KH1',
      ticketAmount: 5,
      constructor: 'x',
    };
    expect(valueOf(more)).toEqual(valueOf());
  });

  test.each([[-1], [86_400_000], [1.5], ['34200000'], ['09:30'], [Number.NaN], [Number.MAX_SAFE_INTEGER]])(
    'TRIP-12 %j is no time of a day',
    (preferredTime) => expect(errorsOf({ preferredTime })).toEqual({ preferredTime: 'Please select preferred time' }),
  );
  test.each([[0], [86_399_999]])('TRIP-12 %j is one', (preferredTime) =>
    expect(valueOf({ preferredTime }).preferredTime).toBe(preferredTime),
  );
});

describe('the traveller', () => {
  test.each(TRAVEL_DONE_BY)('TRIP-2 %s', (travelToBeDoneBy) => {
    const other = travelToBeDoneBy !== 'SELF';
    expect(hasTraveller(travelToBeDoneBy)).toBe(other);
    expect(errorsOf({ travelToBeDoneBy })).toEqual(
      other ? { traveller: 'Please enter Traveller Name', travellerDOB: 'Please enter Traveller DOB' } : {},
    );
    const { traveller, travellerDOB } = valueOf({ ...guest, travelToBeDoneBy });
    expect([traveller, travellerDOB]).toEqual(other ? ['Leela Menon', '1985-02-28'] : [null, null]);
  });
  test.each([
    [at(today), undefined],
    [at(addDays(today, 1)) - 1, undefined],
    [at(addDays(today, 1)), 'Traveller DOB cannot be in the future'],
    [-1e15, 'Please enter Traveller DOB'],
    [at('1931-01-01'), undefined],
  ])('TRIP-2 Z34 born at %j', (travellerDOB, message) =>
    expect(errorsOf({ ...guest, travellerDOB })).toEqual(message ? { travellerDOB: message } : {}),
  );
});

describe('accommodation', () => {
  test('TRIP-3 its fields are asked for when it is required and dropped when not', () => {
    expect(errorsOf({ isAccommodationRequired: true })).toEqual({
      accommodationCity: 'Please enter accommodation City',
      checkInDate: 'Please select Check-in date',
      checkOutDate: 'Please select Check-out date',
    });
    expect(valueOf({ ...stay, preferredHotel: ' Savera ', preferredLocation: '' })).toMatchObject({
      isAccommodationRequired: true,
      accommodationCity: 'Chennai',
      checkInDate: '2026-08-20',
      checkOutDate: '2026-08-22',
      preferredHotel: 'Savera',
      preferredLocation: null,
    });
    expect(valueOf({ ...stay, preferredHotel: 'Savera', isAccommodationRequired: false })).toEqual(valueOf());
  });
  test.each([
    ['2026-08-20', '2026-08-20', {}],
    ['2026-08-22', '2026-08-22', {}],
    ['2026-08-19', '2026-08-21', { checkInDate: 'Check-in date must be within the trip' }],
    ['2026-08-21', '2026-08-23', { checkOutDate: 'Check-out date must be within the trip' }],
    ['2026-08-22', '2026-08-21', { checkOutDate: 'Check-out date cannot be before Check-in date' }],
  ])('TRIP-3 TRIP-4 in on %s, out on %s', (checkIn, checkOut, errors) =>
    expect(errorsOf({ ...stay, checkInDate: at(checkIn), checkOutDate: at(checkOut) })).toEqual(errors),
  );
});

describe('around it', () => {
  test('TRIP-7 a cancellation’s remark may be left out, and is a remark like others', () => {
    for (const body of [undefined, null, {}, { cancellationRemarks: null }, { cancellationRemarks: '  ' }])
      expect(parseCancellation(body)).toEqual({ ok: true, value: { remarks: null } });
    expect(parseCancellation({ ...good, cancellationRemarks: ' Client moved it ' })).toEqual({
      ok: true,
      value: { remarks: 'Client moved it' },
    });
    expect(parseCancellation({ cancellationRemarks: 'x'.repeat(2001) })).toMatchObject({
      ok: false,
      errors: { cancellationRemarks: expect.any(String) },
    });
  });
  test('TRIP-9 a candidate’s code is asked for, and an unknown one is named', () => {
    for (const code of ['', '  ', null, undefined])
      expect(parseCandidateCode(code)).toMatchObject({ ok: false, message: 'Please enter Candidate Emp Code' });
    expect(parseCandidateCode(' KH1001 ')).toEqual({ ok: true, value: 'KH1001' });
    expect(parseCandidateCode('x'.repeat(101))).toMatchObject({ ok: false });
    expect(unknownCandidate('KH9')).toBe('No User exist for the employee code KH9! ');
  });
  test('TRIP-10 the same city twice and overlapping trips are warned of', () => {
    const trip = { startDay: '2026-08-20', endDay: '2026-08-22', departureCity: 'Pune', arrivalCity: 'pune' };
    const other = (tripId: string, startDay: Day, endDay: Day) => ({ tripId, startDay, endDay });
    const others = [
      other('TRP1', '2026-08-18', '2026-08-19'),
      other('TRP2', '2026-08-18', '2026-08-20'),
      other('TRP3', '2026-08-22', '2026-08-30'),
      other('TRP4', '2026-08-23', '2026-08-24'),
      other('TRP5', '2026-08-01', '2026-08-30'),
    ];
    expect(tripWarnings(trip, others)).toEqual([
      'Departure and arrival are the same city',
      'These days overlap with TRP2, TRP3, TRP5',
    ]);
    expect(tripWarnings({ ...trip, arrivalCity: 'Chennai' }, [])).toEqual([]);
    expect(tripWarnings({}, others)).toEqual([]);
  });
  test.each(TRAVEL_MODES)('ADM-3 %s: a ticket is needed but for an own car without accommodation', (modeOfTravel) => {
    expect(needsTicket({ modeOfTravel, isAccommodationRequired: true })).toBe(true);
    expect(needsTicket({ modeOfTravel, isAccommodationRequired: false })).toBe(modeOfTravel !== 'OWN_CAR');
  });
});
