import type { Day } from './dates.ts';

/**
 * India's three national holidays, when every establishment is closed by law, by month and day. Those of states and
 * companies differ and are in no list here.
 */
const NATIONAL: ReadonlyMap<string, string> = new Map([
  ['01-26', 'Republic Day'],
  ['08-15', 'Independence Day'],
  ['10-02', 'Gandhi Jayanti'],
]);

/** The name of the national holiday on that day; null on any other (MGR-31). */
export const holidayOn = (day: Day): string | null => NATIONAL.get(day.slice(5)) ?? null;
