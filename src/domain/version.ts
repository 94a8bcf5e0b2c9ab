import { KEEP_DAYS } from '#contract/limits.ts';
import { daysBetween, isDay, type Day } from './dates.ts';

/**
 * The day on which a build was made: its name begins with it (`20260715-4f1c…`). Null for a name without one, as in
 * development.
 */
export function versionDay(version: string | undefined): Day | null {
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})-/.exec(version ?? '') ?? [];
  const text = `${year}-${month}-${day}`;
  return isDay(text) ? text : null;
}

/**
 * True for a client built more than 400 days before the server (SW-1, WIRE-14). It is the server's own day that counts
 * and not the calendar's: a server that nobody has updated for years goes on serving the client that came with it.
 */
export function isClientTooOld(client: string | undefined, server: string): boolean {
  const [made, now] = [versionDay(client), versionDay(server)];
  return made !== null && now !== null && daysBetween(made, now) > KEEP_DAYS;
}
