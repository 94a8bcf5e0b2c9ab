import { describe, expect, test } from 'vitest';
import {
  ADMIN_STATUSES,
  CANCELLATION_STATUSES,
  MANAGER_STATUSES,
  TRAVEL_DONE_BY,
  TRAVEL_MODES,
} from '#contract/enums.ts';
import { addDays, millisOfDay, type Day } from '#domain/dates.ts';
import {
  afterCancel,
  afterTripEdit,
  hasTraveller,
  isCancelled,
  needsTicket,
  totalTravelDays,
  tripCan,
  tripDays,
  tripEarliest,
  tripWarnings,
  type TripInput,
} from '#domain/trip.ts';
import { readCancellation, readCandidateCode, readTrip, unknownCandidate } from '#domain/tripReading.ts';
import type { Verdict } from '#domain/verdict.ts';
import { fc } from '#tests/support/property.ts';

const timeZone = 'Asia/Kolkata';
const today = '2026-08-15';
const ctx = { today, timeZone, creating: true };
const at = (day: Day): number => millisOfDay(day, timeZone);
const good = {
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
const stay = {
  isAccommodationRequired: true,
  accommodationCity: 'Chennai',
  checkInDate: at('2026-08-20'),
  checkOutDate: at('2026-08-22'),
};
const guest = { travelToBeDoneBy: 'CLIENT', traveller: 'Leela Menon', travellerDOB: at('1985-02-28') };
const read = (change: Record<string, unknown>, more = {}) => readTrip({ ...good, ...change }, { ...ctx, ...more });
const errorsOf = (change: Record<string, unknown>, more = {}): Record<string, string> => {
  const reading = read(change, more);
  return reading.ok ? {} : reading.errors;
};
const valueOf = (change: Record<string, unknown> = {}): TripInput => {
  const reading = read(change);
  if (!reading.ok) throw new Error(reading.message);
  return reading.value;
};

describe('a trip as sent', () => {
  test('TRIP-1 is read into clean values', () => {
    expect(valueOf()).toEqual({
      startDay: '2026-08-20',
      endDay: '2026-08-22',
      preferredTime: 34_200_000,
      travelType: 'DOMESTIC',
      tripType: 'ROUND_TRIP',
      bookedBy: 'ADMIN',
      reason: 'Dealer meet',
      mode: 'TRAIN',
      doneBy: 'SELF',
      departureCity: 'Bengaluru',
      arrivalCity: 'Chennai',
      traveller: null,
      travellerDob: null,
      accommodation: false,
      accommodationCity: null,
      checkIn: null,
      checkOut: null,
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
      const reading = readTrip(body, ctx);
      expect(reading.ok ? [] : Object.entries(reading.errors)).toEqual(empty);
      expect(reading).toMatchObject({ ok: false, message: 'Please enter Travel start date' });
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

  test('TRIP-10 a city stands on one line, its gaps are one space', () =>
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

describe('whoever travels', () => {
  test.each(TRAVEL_DONE_BY)('TRIP-2 %s', (travelToBeDoneBy) => {
    const other = travelToBeDoneBy !== 'SELF';
    expect(hasTraveller(travelToBeDoneBy)).toBe(other);
    expect(errorsOf({ travelToBeDoneBy })).toEqual(
      other ? { traveller: 'Please enter Traveller Name', travellerDOB: 'Please enter Traveller DOB' } : {},
    );
    const { traveller, travellerDob } = valueOf({ ...guest, travelToBeDoneBy });
    expect([traveller, travellerDob]).toEqual(other ? ['Leela Menon', '1985-02-28'] : [null, null]);
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
      accommodation: true,
      accommodationCity: 'Chennai',
      checkIn: '2026-08-20',
      checkOut: '2026-08-22',
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

describe('the days of a trip', () => {
  test.each([
    ['2026-08-15', '2026-05-17'],
    ['2026-06-30', '2026-04-01'],
    ['2026-07-01', '2026-04-02'],
    ['2026-04-01', '2026-04-01'],
    ['2026-03-31', '2025-12-31'],
    ['2026-01-10', '2025-10-12'],
  ])('TRIP-4 Z34 on %s the earliest is %s', (now, earliest) => {
    expect(tripEarliest(now)).toBe(earliest);
    const days = (day: Day) => ({ startDate: at(day), endDate: at(addDays(day, 1)) });
    expect(errorsOf(days(earliest), { today: now })).toEqual({});
    expect(Object.keys(errorsOf(days(addDays(earliest, -1)), { today: now }))).toEqual(['startDate']);
  });
  test('TRIP-4 an edit may keep a start that has become too early, and no other such day', () => {
    const old = { startDate: at('2026-02-01'), endDate: at('2026-02-03') };
    const unchanged = { startDay: '2026-02-01', endDay: '2026-02-02' };
    expect(errorsOf(old, { creating: false, unchanged })).toEqual({});
    expect(Object.keys(errorsOf({ ...old, startDate: at('2026-02-02') }, { creating: false, unchanged }))).toEqual([
      'startDate',
    ]);
    expect(Object.keys(errorsOf(old, { creating: true, unchanged }))).toEqual(['startDate']);
  });
  test('TRIP-4 the end is not before the start', () => {
    expect(errorsOf({ endDate: at('2026-08-19') })).toEqual({
      endDate: 'Travel End date cannot be before Travel start date',
    });
    expect(errorsOf({ endDate: good.startDate })).toEqual({});
  });
  test.each([
    [0, 366, {}],
    [0, 367, { endDate: 'A trip cannot be longer than 366 days' }],
    [731, 1, {}],
    [732, 1, { startDate: 'Travel start date cannot be after 15-08-2028' }],
  ])('TRIP-13 Z34 in %i days for %i days', (ahead, long, errors) => {
    const start = addDays(today, ahead);
    expect(errorsOf({ startDate: at(start), endDate: at(addDays(start, long - 1)) })).toEqual(errors);
  });
  test('TRIP-5 totalTravelDays counts both ends, and the days are as many', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 20_000 }), fc.integer({ min: 0, max: 400 }), (from, length) => {
        const start = addDays('1990-01-01', from);
        const end = addDays(start, length);
        const days = tripDays(start, end);
        expect(totalTravelDays(start, end)).toBe(length + 1);
        expect([days.length, days[0], days.at(-1)]).toEqual([length + 1, start, end]);
        expect(days).toEqual([...new Set(days)].toSorted());
      }),
    );
  });
  test('TRIP-4 whatever days come, what is accepted keeps the rules', () => {
    const somewhere = fc.integer({ min: -400, max: 1_200 }).map((days) => addDays(today, days));
    fc.assert(
      fc.property(somewhere, somewhere, somewhere, somewhere, (start, end, checkIn, checkOut) => {
        const reading = read({
          ...stay,
          startDate: at(start),
          endDate: at(end),
          checkInDate: at(checkIn),
          checkOutDate: at(checkOut),
        });
        const right =
          start >= '2026-05-17' &&
          start <= '2028-08-15' &&
          end >= start &&
          totalTravelDays(start, end) <= 366 &&
          start <= checkIn &&
          checkIn <= checkOut &&
          checkOut <= end;
        expect(reading.ok).toBe(right);
      }),
    );
  });
});

const ok = (verdict: Verdict): boolean => verdict.ok;
const combinations = MANAGER_STATUSES.flatMap((managerApprovalStatus) =>
  ADMIN_STATUSES.flatMap((adminApprovalStatus) =>
    CANCELLATION_STATUSES.map((cancellationStatus) => ({
      managerApprovalStatus,
      adminApprovalStatus,
      cancellationStatus,
    })),
  ),
);

describe('every combination of manager, admin and cancellation status', () => {
  test('TRIP-8 there are 80', () => expect(combinations).toHaveLength(80));
  test.each(combinations)(
    'TRIP-6 TRIP-7 TRIP-8 TRIP-9 TRV-1 $managerApprovalStatus $adminApprovalStatus $cancellationStatus',
    (trip) => {
      const { managerApprovalStatus: manager, adminApprovalStatus: admin, cancellationStatus: cancellation } = trip;
      const cancelled = cancellation === 'APPROVED';
      const rejected = manager === 'MANAGER_REJECT' || manager === 'MANAGER_REJECTED';
      expect(isCancelled(trip)).toBe(cancelled);
      expect(ok(tripCan.edit(trip))).toBe(admin === 'ADMIN_PENDING' && !cancelled);
      expect(ok(tripCan.cancel(trip, false))).toBe(cancellation === 'NOT_INITIATED' && !rejected);
      expect(ok(tripCan.cancel(trip, true))).toBe(false);
      expect(ok(tripCan.editCancellationRemarks(trip))).toBe(cancellation === 'NOT_INITIATED');
      for (const travelToBeDoneBy of TRAVEL_DONE_BY)
        expect(ok(tripCan.migrate({ ...trip, travelToBeDoneBy }))).toBe(travelToBeDoneBy === 'CANDIDATE' && !cancelled);
      expect(ok(tripCan.claim(trip))).toBe(
        manager === 'MANAGER_APPROVED' &&
          admin === 'ADMIN_APPROVED' &&
          (cancellation === 'NOT_INITIATED' || cancellation === 'REJECTED'),
      );
      for (const verdict of [
        tripCan.edit(trip),
        tripCan.cancel(trip, true),
        tripCan.migrate({ ...trip, travelToBeDoneBy: 'SELF' }),
        tripCan.claim(trip),
      ]) {
        if (!verdict.ok)
          expect([verdict.code, verdict.message]).toEqual([
            'CONFLICT',
            expect.stringMatching(cancelled ? /^This trip was cancelled$/ : /./),
          ]);
      }
    },
  );
  test('TRV-1 the manager’s sentence is said before the admin’s', () => {
    const pending = {
      managerApprovalStatus: 'MANAGER_PENDING',
      adminApprovalStatus: 'ADMIN_PENDING',
      cancellationStatus: 'NOT_INITIATED',
    } as const;
    expect(tripCan.claim(pending)).toMatchObject({ message: 'Travel request is not approved by the manager!' });
    expect(tripCan.claim({ ...pending, managerApprovalStatus: 'MANAGER_APPROVED' })).toMatchObject({
      message: 'Travel request is not approved by the admin!',
    });
  });
  test.each(combinations)(
    'TRIP-7 asked to be cancelled: $managerApprovalStatus $adminApprovalStatus $cancellationStatus',
    (trip) => {
      const seen = trip.managerApprovalStatus === 'MANAGER_APPROVED' || trip.adminApprovalStatus === 'ADMIN_APPROVED';
      expect(afterCancel(trip, false)).toBe(seen ? 'PENDING' : 'APPROVED');
      expect(afterCancel(trip, true)).toBe('PENDING');
    },
  );
});

describe('after an edit', () => {
  const changes: [keyof TripInput, unknown][] = [
    ['startDay', '2026-08-21'],
    ['endDay', '2026-08-23'],
    ['preferredTime', 0],
    ['travelType', 'INTERNATIONAL'],
    ['tripType', 'ONE_WAY'],
    ['bookedBy', 'SELF'],
    ['reason', 'x'],
    ['mode', 'AIR'],
    ['doneBy', 'CLIENT'],
    ['departureCity', 'x'],
    ['arrivalCity', 'x'],
    ['traveller', 'x'],
    ['travellerDob', '1990-01-01'],
    ['accommodation', true],
    ['accommodationCity', 'x'],
    ['checkIn', '2026-08-20'],
    ['checkOut', '2026-08-21'],
    ['preferredHotel', 'x'],
    ['preferredLocation', 'x'],
  ];
  test('TRIP-6 every field counts', () =>
    expect([...changes.map(([field]) => field), 'remarks'].toSorted()).toEqual(Object.keys(valueOf()).toSorted()));
  test.each(changes)('TRIP-6 another %s sends what was decided back to the manager', (field, value) => {
    for (const managerStatus of MANAGER_STATUSES)
      expect(afterTripEdit({ ...valueOf(), managerStatus }, { ...valueOf(), [field]: value })).toBe('MANAGER_PENDING');
  });
  test('TRIP-6 other remarks alone do not, nor does saving without a change', () => {
    for (const managerStatus of MANAGER_STATUSES)
      for (const remarks of ['x', null])
        expect(afterTripEdit({ ...valueOf({ remarks: 'old' }), managerStatus }, { ...valueOf(), remarks })).toBe(
          managerStatus,
        );
  });
});

describe('around it', () => {
  test('TRIP-7 a cancellation’s remark may be left out, and is a remark like others', () => {
    for (const body of [undefined, null, {}, { cancellationRemarks: null }, { cancellationRemarks: '  ' }])
      expect(readCancellation(body)).toEqual({ ok: true, value: { remarks: null } });
    expect(readCancellation({ ...good, cancellationRemarks: ' Client moved it ' })).toEqual({
      ok: true,
      value: { remarks: 'Client moved it' },
    });
    expect(readCancellation({ cancellationRemarks: 'x'.repeat(2001) })).toMatchObject({
      ok: false,
      errors: { cancellationRemarks: expect.any(String) },
    });
  });
  test('TRIP-9 a candidate’s code is asked for, and an unknown one is named', () => {
    for (const code of ['', '  ', null, undefined])
      expect(readCandidateCode(code)).toMatchObject({ ok: false, message: 'Please enter Candidate Emp Code' });
    expect(readCandidateCode(' KH1001 ')).toEqual({ ok: true, value: 'KH1001' });
    expect(readCandidateCode('x'.repeat(101))).toMatchObject({ ok: false });
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
