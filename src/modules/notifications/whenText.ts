import { dayOf, formatDay, timeOfDay } from '#domain/dates.ts';

/** '10:42' of today, else '12-11-2026', in the organisation's time zone. */
export function whenText(at: number, now: number, timeZone: string): string {
  const day = dayOf(at, timeZone);
  return day === dayOf(now, timeZone) ? timeOfDay(at, timeZone) : formatDay(day);
}
