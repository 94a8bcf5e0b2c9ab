import { dayOf, formatDay, timeOfDay } from '#domain/dates.ts';

/** '12-11-2026 10:42' in the organisation's time zone. */
export const momentText = (ms: number, timeZone: string): string =>
  `${formatDay(dayOf(ms, timeZone))} ${timeOfDay(ms, timeZone)}`;
