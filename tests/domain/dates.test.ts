import { fc } from '#tests/support/property.ts';
import { describe, expect, test } from 'vitest';
import {
  addDays,
  addMonths,
  compare,
  dayOf,
  daysBetween,
  endOfDay,
  financialYearStart,
  firstOfMonth,
  formatDay,
  isDay,
  isWeekend,
  lastOfMonth,
  laterOf,
  localExpenseEarliest,
  localExpenseYearStart,
  millisOfDay,
  mondayOf,
  parseTypedDay,
  timeOfDay,
  toDay,
  weekday,
} from '#domain/dates.ts';

const KOLKATA = 'Asia/Kolkata';
// Half hours, DST in both halves of the year, clocks that jump over midnight (São Paulo, Beirut), a jump of 30 minutes,
// no shift at all.
const ZONES = [
  KOLKATA,
  'UTC',
  'America/New_York',
  'Europe/London',
  'America/Sao_Paulo',
  'Asia/Beirut',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
];
const zone = fc.constantFrom(...ZONES);
// 2199 leaves room for the day after; years before 1970 are births.
const day = fc.integer({ min: 0, max: daysBetween('1901-01-01', '2199-12-31') }).map((n) => addDays('1901-01-01', n));
const moment = fc.integer({ min: Date.UTC(1901, 0, 1), max: Date.UTC(2199, 0, 1) });

describe('days and moments', () => {
  test('DATE-1 a day begins at 00:00 in the zone of the organisation, whatever the machine’s zone', () => {
    expect(millisOfDay('2026-08-15', KOLKATA)).toBe(Date.UTC(2026, 7, 14, 18, 30));
    expect(endOfDay('2026-08-15', KOLKATA)).toBe(Date.UTC(2026, 7, 15, 18, 29, 59, 999));
    expect(millisOfDay('2026-08-15', 'UTC')).toBe(Date.UTC(2026, 7, 15));
  });

  test('DATE-1 DATE-7 TM-1 Z34 midnight in Kolkata is not midnight in UTC', () => {
    expect(dayOf(Date.UTC(2026, 7, 14, 18, 29, 59, 999), KOLKATA)).toBe('2026-08-14');
    expect(dayOf(Date.UTC(2026, 7, 14, 18, 30), KOLKATA)).toBe('2026-08-15');
    expect(dayOf(Date.UTC(2026, 7, 14, 18, 30), 'UTC')).toBe('2026-08-14');
  });

  test.each([
    ['1969-12-31', KOLKATA, Date.UTC(1969, 11, 30, 18, 30)],
    ['1947-08-15', 'UTC', Date.UTC(1947, 7, 15)],
    // Clocks forward at midnight: the day begins at 01:00.
    ['2018-11-04', 'America/Sao_Paulo', Date.UTC(2018, 10, 4, 3)],
    ['2022-03-27', 'Asia/Beirut', Date.UTC(2022, 2, 26, 22)],
    // The days on which New York changes have 23 and 25 hours.
    ['2026-03-09', 'America/New_York', Date.UTC(2026, 2, 9, 4)],
    ['2026-11-02', 'America/New_York', Date.UTC(2026, 10, 2, 5)],
  ])('DATE-2 %s begins in %s at %d', (text, timeZone, ms) => {
    expect(millisOfDay(text, timeZone)).toBe(ms);
  });

  test('DATE-7 a time of day is the zone’s own, as a locale writes it', () => {
    expect(timeOfDay(Date.UTC(2026, 10, 21, 18, 30), KOLKATA)).toBe('00:00');
    expect(timeOfDay(Date.UTC(2026, 10, 21, 18, 29, 59), KOLKATA)).toBe('23:59');
    fc.assert(
      fc.property(
        moment,
        zone,
        (ms, timeZone) =>
          timeOfDay(ms, timeZone) ===
          new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }).format(ms),
      ),
    );
  });

  test('DATE-2 every day holds its first and last moment and not the ones around them', () => {
    fc.assert(
      fc.property(day, zone, (each, timeZone) => {
        const start = millisOfDay(each, timeZone);
        const end = endOfDay(each, timeZone);
        expect(dayOf(start, timeZone)).toBe(each);
        expect(dayOf(end, timeZone)).toBe(each);
        expect(dayOf(end + 1, timeZone)).toBe(addDays(each, 1));
        // Clocks set back over midnight show the old day twice; the first 00:00 stands, and before it is the day
        // before.
        expect(dayOf(start - 1, timeZone)).toBe(addDays(each, -1));
      }),
      { numRuns: 400 },
    );
  });

  test('DATE-2 a day of any moment floors and comes back the same', () => {
    fc.assert(
      fc.property(moment, zone, (ms, timeZone) => {
        const each = dayOf(ms, timeZone);
        const floored = millisOfDay(each, timeZone);
        expect(floored).toBeLessThanOrEqual(ms);
        expect(ms - floored).toBeLessThan(25.5 * 3_600_000);
        expect(dayOf(floored, timeZone)).toBe(each);
      }),
      { numRuns: 400 },
    );
  });

  test.each([Number.NaN, Number.POSITIVE_INFINITY, 9e15, -9e15, 1.5, 8.64e15, -70_000_000_000_000])(
    'DATE-3 %d is a moment of no day',
    (ms) => {
      expect(toDay(ms, KOLKATA)).toBeNull();
      expect(() => dayOf(ms, KOLKATA)).toThrow(RangeError);
    },
  );

  test('DATE-3 what a calendar of four digits holds is a day', () => {
    expect(toDay(Date.UTC(9999, 11, 30), KOLKATA)).toBe('9999-12-30');
    expect(toDay(-62_000_000_000_000, 'UTC')).toBe(new Date(-62_000_000_000_000).toISOString().slice(0, 10));
  });
});

describe('days among themselves', () => {
  test.each([
    ['2026-02-28', 1, '2026-03-01'],
    ['2028-02-28', 1, '2028-02-29'],
    ['2026-01-01', -1, '2025-12-31'],
    ['2026-08-15', -90, '2026-05-17'],
    ['0099-12-31', 1, '0100-01-01'],
  ])('DATE-4 %s and %d days is %s', (from, count, to) => {
    expect(addDays(from, count)).toBe(to);
    expect(daysBetween(from, to)).toBe(count);
  });

  test('DATE-4 adding and counting are each other’s opposite, and text order is day order', () => {
    fc.assert(
      fc.property(day, fc.integer({ min: -40_000, max: 40_000 }), (from, count) => {
        const to = addDays(from, count);
        expect(daysBetween(from, to)).toBe(count);
        expect(Math.sign(compare(from, to))).toBe(count > 0 ? -1 : count < 0 ? 1 : 0);
        expect(laterOf(from, to)).toBe(count > 0 ? to : from);
        expect(weekday(to)).toBe((((weekday(from) + count) % 7) + 7) % 7);
      }),
    );
  });

  test('DATE-4 months shorter than the day end on their last day', () => {
    expect(addMonths('2026-01-31', 1)).toBe('2026-02-28');
    expect(addMonths('2026-03-31', -1)).toBe('2026-02-28');
    expect(addMonths('2028-02-29', 12)).toBe('2029-02-28');
    expect(addMonths('2026-12-15', 1)).toBe('2027-01-15');
    expect(lastOfMonth('2028-02-05')).toBe('2028-02-29');
    expect(firstOfMonth('2026-08-15')).toBe('2026-08-01');
  });

  test('DATE-8 weeks start on Monday', () => {
    for (const each of ['2026-08-10', '2026-08-15', '2026-08-16']) expect(mondayOf(each)).toBe('2026-08-10');
    expect(mondayOf('2026-08-17')).toBe('2026-08-17');
    fc.assert(
      fc.property(
        day,
        (each) =>
          weekday(mondayOf(each)) === 1 &&
          daysBetween(mondayOf(each), each) >= 0 &&
          daysBetween(mondayOf(each), each) < 7,
      ),
    );
  });

  test('MGR-15 Saturday and Sunday are the weekend', () => {
    expect(['2026-08-14', '2026-08-15', '2026-08-16', '2026-08-17'].map(isWeekend)).toEqual([false, true, true, false]);
  });
});

describe('days as people write them', () => {
  test('DATE-5 a day is shown and typed as dd-MM-yyyy, and reads back the same', () => {
    expect(formatDay('2026-11-12')).toBe('12-11-2026');
    fc.assert(fc.property(day, (each) => parseTypedDay(formatDay(each)) === each));
  });

  test.each([
    ['1-2-2026', '2026-02-01'],
    [' 01/02/2026 ', '2026-02-01'],
    ['1.2.2026', '2026-02-01'],
  ])('DATE-5 %j is also read', (typed, expected) => {
    expect(parseTypedDay(typed)).toBe(expected);
  });

  test.each(['31-02-2026', '2026-02-01', '00-01-2026', '1-13-2026', '1-1-26', '', 'today', '१-१-२०२६', '29-02-2027'])(
    'DATE-5 Z34 %j is no day',
    (typed) => {
      expect(parseTypedDay(typed)).toBeNull();
    },
  );

  test.each(['2026-02-31', '0000-01-01', '2026-2-1', '', null, 20260201, '2026-02-01T00:00', '-026-01-01'])(
    'DATE-5 %j is no day of ours',
    (text) => {
      expect(isDay(text)).toBe(false);
    },
  );

  test('DATE-5 every day we make is a day', () => {
    fc.assert(fc.property(day, (each) => isDay(each)));
  });
});

describe('the financial year', () => {
  test.each([
    ['2026-01-01', '2025-04-01', '2025-04-01'],
    ['2026-03-31', '2025-04-01', '2025-04-01'],
    ['2026-04-01', '2026-04-01', '2025-04-01'],
    ['2026-06-30', '2026-04-01', '2025-04-01'],
    ['2026-07-01', '2026-04-01', '2026-04-01'],
    ['2026-12-31', '2026-04-01', '2026-04-01'],
  ])('DATE-6 LOC-8 on %s it starts %s, for local expenses %s', (today, start, forLocal) => {
    expect(financialYearStart(today)).toBe(start);
    expect(localExpenseYearStart(today)).toBe(forLocal);
  });

  test('LOC-7 LOC-8 the earliest local expense breaks neither rule, and a day earlier would', () => {
    fc.assert(
      fc.property(day, (today) => {
        const earliest = localExpenseEarliest(today);
        const broken = (each: string) => daysBetween(each, today) > 90 || each < localExpenseYearStart(today);
        expect(broken(earliest)).toBe(false);
        expect(broken(addDays(earliest, -1))).toBe(true);
      }),
    );
  });
});
