const format = (ms: number, timeZone: string, parts: Intl.DateTimeFormatOptions): string => new Intl.DateTimeFormat('en-GB', { timeZone, ...parts }).format(ms);
const clock = (ms: number, timeZone: string): string => format(ms, timeZone, { hour: '2-digit', minute: '2-digit' });
const date = (ms: number, timeZone: string): string => format(ms, timeZone, { day: '2-digit', month: '2-digit', year: 'numeric' }).replaceAll('/', '-');

/** How old something is: 'As of 10:42', of another day with its date. */
export const asOfText = (asOf: number, now: number, timeZone: string): string => `As of ${date(now, timeZone) === date(asOf, timeZone) ? '' : `${date(asOf, timeZone)} `}${clock(asOf, timeZone)}`;
