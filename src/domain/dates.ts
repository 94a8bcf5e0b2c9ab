import { EXPENSE_WINDOW_DAYS } from '#contract/limits.ts';
import { utcOf, wallClock } from './wallClock.ts';

/**
 * Calendar days and the moments they begin and end. A Day is 'YYYY-MM-DD' text (years 0001 to 9999), so days compare as
 * text. A moment is epoch milliseconds. Which day a moment belongs to depends on a time zone, and that is the
 * organisation's, never the phone's (DATE-1, DATE-7, TM-1): it is always an argument. Nothing here reads a clock.
 */
export type Day = string;

const DAY_MS = 86_400_000;
// The first and the last moment read as a day anywhere: a day inside the years 1 to 9999, so that no zone's clock
// leaves them.
const FIRST_MS = -62_135_596_800_000 + DAY_MS;
const LAST_MS = 253_402_300_799_999 - DAY_MS;

/** Milliseconds that the zone's clock is ahead of UTC at a moment. */
export const offsetAt = (ms: number, timeZone: string): number =>
  wallClock(ms, timeZone) - Math.floor(ms / 1000) * 1000;

function dayOfUtc(ms: number): Day {
  return new Date(ms).toISOString().slice(0, 10);
}

function utcOfDay(day: Day): number {
  const [year, month, date] = day.split('-').map(Number);
  return utcOf(year ?? 0, month ?? 0, date ?? 0);
}

/** Is the text a day of the calendar, written 'YYYY-MM-DD'? '2026-02-31' is none. */
export function isDay(text: unknown): text is Day {
  if (typeof text !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(text) || text.startsWith('0000')) return false;
  return dayOfUtc(utcOfDay(text)) === text;
}

/** The day that any moment of it has in a zone; null for one outside the years 1 to 9999 (DATE-1, DATE-2, DATE-3). */
export function toDay(ms: number, timeZone: string): Day | null {
  if (!Number.isSafeInteger(ms) || ms < FIRST_MS || ms > LAST_MS) return null;
  return dayOfUtc(wallClock(ms, timeZone));
}

/**
 * The day of a moment in a zone. Throws a RangeError for moments outside the years 1 to 9999; for what a stranger sent
 * use `toDay`.
 */
export function dayOf(ms: number, timeZone: string): Day {
  const day = toDay(ms, timeZone);
  if (day === null) throw new RangeError(`No day holds the moment ${ms}.`);
  return day;
}

/** The first moment of a day in a zone: 00:00, or the jump where clocks jump over midnight (DATE-1, DATE-2). */
export function millisOfDay(day: Day, timeZone: string): number {
  const midnight = utcOfDay(day);
  const before = offsetAt(midnight - DAY_MS, timeZone);
  const after = offsetAt(midnight + DAY_MS, timeZone);
  const early = midnight - Math.max(before, after);
  const late = midnight - Math.min(before, after);
  if (wallClock(early, timeZone) === midnight) return early;
  if (wallClock(late, timeZone) === midnight) return late;
  // Midnight does not exist that day: find the jump between the two.
  let low = early;
  let high = late;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (wallClock(middle, timeZone) < midnight) low = middle;
    else high = middle;
  }
  return high;
}

/** The last moment of a day in a zone: 23:59:59.999 (DATE-12). */
export const endOfDay = (day: Day, timeZone: string): number => millisOfDay(addDays(day, 1), timeZone) - 1;

/** The day `count` days later on the calendar; earlier when negative (DATE-4). */
export const addDays = (day: Day, count: number): Day => dayOfUtc(utcOfDay(day) + count * DAY_MS);

/** Days from one day to another on the calendar; negative when `to` is earlier, 0 for the same day (DATE-4). */
export const daysBetween = (from: Day, to: Day): number => Math.round((utcOfDay(to) - utcOfDay(from)) / DAY_MS);

/** Negative, 0 or positive, as sorting wants it: earlier days first. */
export const compare = (a: Day, b: Day): number => (a < b ? -1 : a > b ? 1 : 0);
export const laterOf = (a: Day, b: Day): Day => (a > b ? a : b);
export const earlierOf = (a: Day, b: Day): Day => (a < b ? a : b);

/** The same day of the month `count` months later, or that month's last day when it is shorter. */
export function addMonths(day: Day, count: number): Day {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const first = dayOfUtc(utcOf(year, month + count, 1));
  const last = dayOfUtc(utcOf(year, month + count + 1, 0));
  const wanted = addDays(first, date - 1);
  return wanted > last ? last : wanted;
}

export const firstOfMonth = (day: Day): Day => `${day.slice(0, 8)}01`;
export const lastOfMonth = (day: Day): Day => addDays(addMonths(firstOfMonth(day), 1), -1);
/** The Monday of the day's week (DATE-8). */
export const mondayOf = (day: Day): Day => addDays(day, -((weekday(day) + 6) % 7));

/** 0 Sunday to 6 Saturday. */
export const weekday = (day: Day): number => new Date(utcOfDay(day)).getUTCDay();
/** Saturday or Sunday; approvers are told (MGR-15). */
export const isWeekend = (day: Day): boolean => weekday(day) % 6 === 0;

/** The time of day of a moment in a zone: '17:42'. */
export const timeOfDay = (ms: number, timeZone: string): string =>
  new Date(wallClock(ms, timeZone)).toISOString().slice(11, 16);

/** A day as people read it: dd-MM-yyyy (DATE-5). */
export const formatDay = (day: Day): string => `${day.slice(8, 10)}-${day.slice(5, 7)}-${day.slice(0, 4)}`;

/**
 * A day as people type it: dd-MM-yyyy, also with dots or slashes and without leading zeros (DATE-5). Null for what is
 * no day.
 */
export function parseTypedDay(text: string): Day | null {
  const parts = /^\s*(\d{1,2})[-./](\d{1,2})[-./](\d{4})\s*$/.exec(text);
  if (!parts) return null;
  const day = `${parts[3]}-${parts[2]?.padStart(2, '0')}-${parts[1]?.padStart(2, '0')}`;
  return isDay(day) ? day : null;
}

/** The month in which the specification's financial year starts. */
export const APRIL = 4;

/** The first day of the financial year that a day is in; `from`: the month, 1 to 12, in which it starts (DATE-6). */
export function financialYearStart(day: Day, from = APRIL): Day {
  const year = Number(day.slice(0, 4)) - (Number(day.slice(5, 7)) < from ? 1 : 0);
  return `${String(year).padStart(4, '0')}-${String(from).padStart(2, '0')}-01`;
}

/**
 * The start of the year before which no local expense may lie: until the end of the month `openUntil` the previous
 * one's, from January to June as the specification has it (LOC-8). The month before `from`: never the previous one's.
 */
export function localExpenseYearStart(today: Day, openUntil = 6, from = APRIL): Day {
  const start = financialYearStart(today, from);
  const monthsIn = (month: number): number => (month - from + 12) % 12;
  const open = monthsIn(openUntil + 1);
  return monthsIn(Number(today.slice(5, 7))) < open ? addMonths(start, -12) : start;
}

/** The earliest day that a local expense may have: 90 days back, and not before that year (LOC-7, LOC-8). */
export const localExpenseEarliest = (today: Day): Day =>
  laterOf(addDays(today, -EXPENSE_WINDOW_DAYS), localExpenseYearStart(today));
