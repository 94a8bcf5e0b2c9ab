import { isDay, type Day } from '#domain/dates.ts';

/** Reads single settings from environment variables; each throws `SettingError` for a value that cannot work. */

/** An invalid setting: its message is shown to the administrator, without a stack trace. */
export class SettingError extends Error {
  override name = 'SettingError';
}

export type Variables = Readonly<Record<string, string | undefined>>;

export const text = (variables: Variables, key: string): string | null => variables[key]?.trim() || null;

export function wholeNumber(variables: Variables, key: string, fallback: number, most: number, least = 0): number {
  const value = text(variables, key);
  if (value === null) return fallback;
  if (!/^\d{1,9}$/.test(value) || Number(value) > most || Number(value) < least)
    throw new SettingError(`${key} must be a whole number from ${least} to ${most}, not "${value}".`);
  return Number(value);
}

/** A text that is not to be guessed. */
export function longText(variables: Variables, key: string, least: number): string | null {
  const value = text(variables, key);
  if (value !== null && value.length < least) throw new SettingError(`${key} must have at least ${least} characters.`);
  return value;
}

export function flag(variables: Variables, key: string): boolean | null {
  const value = text(variables, key);
  if (value === null) return null;
  if (['1', 'true', 'on'].includes(value)) return true;
  if (['0', 'false', 'off'].includes(value)) return false;
  throw new SettingError(`${key} must be 1 or 0, not "${value}".`);
}

export function readDay(variables: Variables, key: string, fallback: Day): Day {
  const value = text(variables, key) ?? fallback;
  if (!isDay(value)) throw new SettingError(`${key} must be a day such as ${fallback}, not "${value}".`);
  return value;
}

export function checkTimeZone(timeZone: string): string {
  try {
    new Intl.DateTimeFormat('en', { timeZone });
    return timeZone;
  } catch {
    throw new SettingError(`ORG_TIME_ZONE is not a time zone: "${timeZone}".`);
  }
}

export function checkUrl(variables: Variables, key: string, schemes: readonly string[]): string | null {
  const value = text(variables, key);
  if (value !== null && !schemes.some((scheme) => value.startsWith(`${scheme}://`)))
    throw new SettingError(`${key} must start with ${schemes.map((s) => `${s}://`).join(' or ')}.`);
  return value;
}
