/** What a clock on the wall of a time zone shows. Figures of a clock are kept as the UTC moment that shows the same. */

/** Date.UTC without its reading of the years 0 to 99 as 1900 to 1999. `month` counts from 1. */
export function utcOf(year: number, month: number, day: number): number {
  return new Date(0).setUTCFullYear(year, month - 1, day);
}

/** The part of Temporal that is used here; browsers have it, Node.js 24 has not. */
interface Zones {
  Instant: { fromEpochMilliseconds(ms: number): { toZonedDateTimeISO(zone: string): { offsetNanoseconds: number } } };
}
const { Temporal: zones } = globalThis as { Temporal?: Zones };

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  let formatter = formatters.get(timeZone);
  if (!formatter) {
    const two = '2-digit';
    formatter = new Intl.DateTimeFormat('en-US', {
      timeZone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: two,
      day: two,
      hour: two,
      minute: two,
      second: two,
    });
    formatters.set(timeZone, formatter);
  }
  return formatter;
}

function formatted(ms: number, timeZone: string): number {
  // '11/21/2026, 17:42:05': the order of the figures is the language's, whatever the separators are.
  const [month = 0, day = 0, year = 0, hour = 0, minute = 0, second = 0] = (
    formatterOf(timeZone).format(ms).match(/\d+/g) ?? []
  ).map(Number);
  return utcOf(year, month, day) + (hour * 3600 + minute * 60 + second) * 1000;
}

/**
 * The wall clock of a zone at a moment, in whole seconds. The first formatter of a page takes a field phone 150 ms and
 * more, a zone of Temporal 5: the first frame needs today's day. Before 1970 the two know some zones differently.
 *
 * @throws {RangeError} for a zone that is not known
 */
export const wallClock = (ms: number, timeZone: string): number =>
  zones && ms >= 0
    ? Math.floor(ms / 1000) * 1000 +
      Math.round(zones.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timeZone).offsetNanoseconds / 1e6)
    : formatted(ms, timeZone);
