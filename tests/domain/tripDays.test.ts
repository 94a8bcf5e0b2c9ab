import { describe, expect, test } from 'vitest';
import { addDays, type Day } from '#domain/dates.ts';
import { totalTravelDays, tripDays, tripEarliest } from '#domain/trip.ts';
import { fc } from '#tests/support/property.ts';
import { at, errorsOf, good, read, stay, today } from './tripFixtures.ts';

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
