import { dayOf, formatDay } from '#domain/dates.ts';

/** '10:42' of today, else '12-11-2026', in the organisation's time zone. */
export function whenText(at: number, now: number, timeZone: string): string {
  const day = dayOf(at, timeZone);
  if (day !== dayOf(now, timeZone)) return formatDay(day);
  return new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(at);
}
