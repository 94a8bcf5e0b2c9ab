import { setupBody, type SetupBody } from '#contract/organisation.ts';
import type { FieldErrors } from '#contract/error.ts';
import { MAX_NAME } from '#contract/limits.ts';
import { parsePerson, type PersonInput } from './directory.ts';
import { missingIn, parseNeededLine, type Parsed } from './parsing.ts';
import { invalid, type ParseResult } from './verdict.ts';

/** Setting an organisation up. */

/** How long a setup link is good. */
export const SETUP_HOURS = 24;

/** May a setup link be used? Once, within a day, while nobody is an organisation admin (ORG-8). */
export const isSetupOpen = (
  link: { createdAt: number; usedAt: number | null } | null,
  { now, orgAdmins }: { now: number; orgAdmins: number },
): boolean =>
  link !== null && link.usedAt === null && orgAdmins === 0 && now < link.createdAt + SETUP_HOURS * 3_600_000;

/** A link that was used, by whom and by which attempt (a hash of it; null: it named none). */
export interface UsedLink {
  createdAt: number;
  attempt: string | null;
}

/**
 * May the attempt that used a link do so again? Within the link's day, so that nobody is locked out of an organisation
 * whose answer was lost on the way (ORG-8).
 */
export const isSameSetup = (link: UsedLink, { attempt, now }: { attempt: string | null; now: number }): boolean =>
  attempt !== null && link.attempt === attempt && now < link.createdAt + SETUP_HOURS * 3_600_000;

/** How long a link is good by which the server's operator signs an organisation admin in. */
export const SIGN_IN_LINK_MINUTES = 60;

/** May a sign-in link be used? Within its hour, once; again by the attempt that used it (ORG-33). */
export const isSignInLinkOpen = (
  link: { createdAt: number; usedAt: number | null; attempt: string | null },
  { attempt, now }: { attempt: string; now: number },
): boolean =>
  (link.usedAt === null || link.attempt === attempt) && now < link.createdAt + SIGN_IN_LINK_MINUTES * 60_000;

export const SIGN_IN_LINK_CLOSED = 'This link cannot be used any more. Ask whoever runs the server for a new one.';

/** Said of every link that cannot be used, whatever the reason. */
export const SETUP_CLOSED = 'This setup link cannot be used any more. Restart the server for a new one.';

/** The zone that counts until somebody says otherwise. */
export const FIRST_TIME_ZONE = 'Asia/Kolkata';

/** The name that this runtime calls a zone by, of several; null: it knows none of that name. */
function nameOfZone(timeZone: string): string | null {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}

/** Cities that browsers still list by the name that they had. */
const PRESENT_NAMES = ['Asia/Kolkata', 'Asia/Kathmandu', 'Asia/Yangon', 'Asia/Ho_Chi_Minh', 'Europe/Kyiv'];

/** The names of these zones as their cities are called today, each once and in their order. */
export function presentNames(zones: readonly string[]): string[] {
  const present = new Map(PRESENT_NAMES.map((name) => [nameOfZone(name), name]));
  return [...new Set(zones.map((zone) => present.get(zone) ?? zone))].toSorted();
}

const isSameZone = (one: string, other: string): boolean => nameOfZone(one) === nameOfZone(other);

/** A name, and not hours from Greenwich: those know no summer time. */
const ZONE_NAME = /^[A-Za-z][\w+-]*(\/[\w+-]+)*$/;

/** Is it the name of a time zone? */
export const isTimeZone = (name: string): boolean => ZONE_NAME.test(name) && nameOfZone(name) !== null;

/**
 * By which time zone days are counted: by the setting's, else by the one that was chosen or counted before. From the
 * first claim or trip on never by another one (ORG-36). `before`: the one that was kept; null: none.
 */
export function timeZoneOf(
  setting: string | null,
  { before, hasRecords }: { before: string | null; hasRecords: boolean },
): Parsed<string> {
  if (setting === null) return { value: before ?? FIRST_TIME_ZONE };
  if (!hasRecords || before === null || isSameZone(before, setting)) return { value: setting };
  const what = 'the claims and trips of this database were filed by the days of';
  const why = 'in another time zone they would be of other days';
  return { message: `ORG_TIME_ZONE is ${setting}, and ${what} ${before}: ${why}. Set ORG_TIME_ZONE=${before}.` };
}

const TIME_ZONE_FAULT = 'Please choose a time zone from the list';

/** Reads a time zone that somebody chooses; undefined: nothing is said of it. */
export function parseTimeZone(value: unknown): Parsed<string | undefined> {
  if (value === undefined) return { value };
  return typeof value === 'string' && isTimeZone(value) ? { value } : { message: TIME_ZONE_FAULT };
}

export const TIME_ZONE_SET = 'ORG_TIME_ZONE of the server says which time zone it is';
export const TIME_ZONE_STAYS = 'Claims and trips were filed by the days of this time zone: it stays';

/** May this time zone be chosen? Not against the setting, nor once there is a claim or a trip (ORG-36). */
export function judgeTimeZone(
  chosen: string,
  { now, set, hasRecords }: { now: string; set: boolean; hasRecords: boolean },
): Parsed<string> {
  if (isSameZone(chosen, now)) return { value: now };
  return set ? { message: TIME_ZONE_SET } : hasRecords ? { message: TIME_ZONE_STAYS } : { value: chosen };
}

export const parseOrganisationName = (value: unknown): Parsed<string> =>
  parseNeededLine(value, 'Organisation', MAX_NAME, missingIn(setupBody.shape.organisation));

/** Of a person with dates it says which day they are. */
const NO_DATES = 'UTC';

/** Reads who sets up what: the organisation's name and time zone, and its first admin (ORG-8). */
export function parseSetup(
  body: Partial<Record<keyof SetupBody, unknown>>,
): ParseResult<{ organisation: string; timeZone: string | undefined; admin: PersonInput }> {
  const { name, email, employeeCode } = body;
  const organisation = parseOrganisationName(body.organisation);
  const timeZone = parseTimeZone(body.timeZone);
  const admin = parsePerson({ name, email, employeeCode, manager: null, roles: ['orgAdmin'] }, NO_DATES);
  const errors: FieldErrors = {
    ...('message' in organisation && { organisation: organisation.message }),
    ...('message' in timeZone && { timeZone: timeZone.message }),
    ...(!admin.ok && admin.errors),
  };
  return 'message' in organisation || 'message' in timeZone || !admin.ok
    ? invalid(errors)
    : { ok: true, value: { organisation: organisation.value, timeZone: timeZone.value, admin: admin.value } };
}
