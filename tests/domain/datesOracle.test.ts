import { Temporal } from 'temporal-polyfill';
import { describe, it } from 'vitest';
import {
  addDays,
  addMonths,
  compare,
  dayOf,
  daysBetween,
  endOfDay,
  financialYearStart,
  firstOfMonth,
  isDay,
  lastOfMonth,
  millisOfDay,
  mondayOf,
  offsetAt,
  parseTypedDay,
  timeOfDay,
  weekday,
} from '#domain/dates.ts';
import { fc } from '#tests/support/property.ts';
import { ZONES } from '#tests/support/timeZones.ts';

const zone = fc.constantFrom(...ZONES);
const [FROM, TO] = [Date.parse('1950-01-01T00:00:00Z'), Date.parse('2150-12-31T00:00:00Z')];
const moment = fc.integer({ min: FROM, max: TO });
const day = moment.map((ms) => new Date(ms).toISOString().slice(0, 10));
const plain = (text: string): Temporal.PlainDate => Temporal.PlainDate.from(text);
const zoned = (ms: number, timeZone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timeZone);

const agree = <Inputs extends [unknown, ...unknown[]]>(
  arbitraries: { [Key in keyof Inputs]: fc.Arbitrary<Inputs[Key]> },
  ours: (...inputs: Inputs) => unknown,
  theirs: (...inputs: Inputs) => unknown,
): void =>
  fc.assert(
    fc.property(fc.tuple(...arbitraries), (inputs) => {
      const [mine, oracle] = [ours(...(inputs as Inputs)), theirs(...(inputs as Inputs))];
      if (mine !== oracle) throw new Error(`${JSON.stringify(inputs)}: ${String(mine)}, Temporal ${String(oracle)}`);
    }),
    { numRuns: 1_000 },
  );

describe('DATE-7 dates agree with Temporal', () => {
  it('in the day and the time that a moment has in a zone', () => {
    agree([moment, zone], dayOf, (ms, timeZone) => zoned(ms, timeZone).toPlainDate().toString());
    agree([moment, zone], timeOfDay, (ms, timeZone) => zoned(ms, timeZone).toPlainTime().toString().slice(0, 5));
    agree([moment, zone], offsetAt, (ms, timeZone) => zoned(ms, timeZone).offsetNanoseconds / 1e6);
  });

  it('in the moments at which a day begins and ends', () => {
    const startOf = (text: string, timeZone: string) => plain(text).toZonedDateTime(timeZone).epochMilliseconds;
    agree([day, zone], millisOfDay, startOf);
    agree([day, zone], endOfDay, (text, timeZone) => startOf(plain(text).add({ days: 1 }).toString(), timeZone) - 1);
  });

  it('in days and months to come and gone', () => {
    const days = fc.integer({ min: -40_000, max: 40_000 });
    const months = fc.integer({ min: -600, max: 600 });
    agree([day, days], addDays, (text, count) => plain(text).add({ days: count }).toString());
    agree([day, months], addMonths, (text, count) => plain(text).add({ months: count }).toString());
    agree([day, day], daysBetween, (from, to) => plain(from).until(plain(to), { largestUnit: 'days' }).days);
    agree([day, day], compare, (a, b) => Temporal.PlainDate.compare(plain(a), plain(b)));
  });

  it('in weeks, months and financial years', () => {
    agree([day], weekday, (text) => plain(text).dayOfWeek % 7);
    agree([day], mondayOf, (text) =>
      plain(text)
        .subtract({ days: plain(text).dayOfWeek - 1 })
        .toString(),
    );
    agree([day], firstOfMonth, (text) => plain(text).with({ day: 1 }).toString());
    agree([day], lastOfMonth, (text) =>
      plain(text)
        .with({ day: plain(text).daysInMonth })
        .toString(),
    );
    agree([day], financialYearStart, (text) => {
      const april = plain(text).with({ month: 4, day: 1 });
      const isLater = Temporal.PlainDate.compare(april, plain(text)) > 0;
      return (isLater ? april.subtract({ years: 1 }) : april).toString();
    });
  });

  it('in what is a day at all', () => {
    const part = (max: number) => fc.integer({ min: 0, max }).map((n) => String(n).padStart(2, '0'));
    const isOne = (...[date, month, year]: [string, string, number]): boolean => {
      try {
        plain(`${year}-${month}-${date}`);
        return true;
      } catch {
        return false;
      }
    };
    const year = fc.integer({ min: 1000, max: 9999 });
    agree([part(33), part(14), year], (date, month, of) => isDay(`${of}-${month}-${date}`), isOne);
    agree([part(33), part(14), year], (date, month, of) => parseTypedDay(`${date}-${month}-${of}`) !== null, isOne);
  });
});
