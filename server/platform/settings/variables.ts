import { accessSync, chmodSync, constants, mkdirSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { isDay, type Day } from '#domain/dates.ts';
import { StartupError } from '#server/platform/base/errors.ts';

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

const OWN = 0o700;

/**
 * Takes from others the right to enter a folder that this user keeps secrets in (S18). Throws where the folder is
 * somebody else's and open. Windows has no such modes.
 */
export function closeToOthers(folder: string): void {
  if (process.platform === 'win32' || (statSync(folder).mode & 0o077) === 0) return;
  chmodSync(folder, OWN);
}

/**
 * Makes the data folder and checks that it can be used. Bills and the database are nobody else's business on this
 * machine: whatever the server writes from here on is for its own user alone (Z71).
 */
export function openDataFolder(dataDir: string): string {
  const folder = resolve(dataDir);
  process.umask(0o077);
  try {
    mkdirSync(folder, { recursive: true });
    closeToOthers(folder);
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' || code === 'ENOTDIR') throw new StartupError(`DATA_DIR ${folder} is a file, not a folder.`);
    if (code === 'EPERM')
      throw new StartupError(
        `Others may enter the data folder ${folder}, and this user may not change that. ` +
          `Run "chmod 700 ${folder}" as its owner.`,
      );
    throw new StartupError(
      `The data folder ${folder} cannot be read and written by this user (${code ?? 'unknown error'}). ` +
        'Set DATA_DIR to a folder that can.',
    );
  }
  return folder;
}
