import { dayOf, formatDay, timeOfDay } from '#domain/dates.ts';

/** '12-11-2026 10:42' in the organisation's time zone. */
export const momentText = (ms: number, timeZone: string): string =>
  `${formatDay(dayOf(ms, timeZone))} ${timeOfDay(ms, timeZone)}`;

/** How old something is: 'As of 10:42', of another day with its date. */
export function asOfText(asOf: number, now: number, timeZone: string): string {
  const day = dayOf(asOf, timeZone);
  return `As of ${day === dayOf(now, timeZone) ? '' : `${formatDay(day)} `}${timeOfDay(asOf, timeZone)}`;
}
