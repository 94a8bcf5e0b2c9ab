import { millisOfDay, type Day } from '#domain/dates.ts';

const KEPT_DAYS = 4000;

const midnights = new Map<string, number>();

/** The first moment of a day; kept, since a page shows the same few days again and again. */
export function dayMillis(day: Day, timeZone: string): number {
  const key = day + timeZone;
  let millis = midnights.get(key);
  if (millis === undefined) {
    if (midnights.size >= KEPT_DAYS) midnights.clear();
    millis = millisOfDay(day, timeZone);
    midnights.set(key, millis);
  }
  return millis;
}
