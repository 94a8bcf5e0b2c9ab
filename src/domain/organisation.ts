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

export const parseOrganisationName = (value: unknown): Parsed<string> =>
  parseNeededLine(value, 'Organisation', MAX_NAME, missingIn(setupBody.shape.organisation));

/** Of a person with dates it says which day they are. */
const NO_DATES = 'UTC';

/** Reads who sets up what: the organisation's name, and its first admin (ORG-8). */
export function parseSetup(
  body: Partial<Record<keyof SetupBody, unknown>>,
): ParseResult<{ organisation: string; admin: PersonInput }> {
  const { name, email, employeeCode } = body;
  const organisation = parseOrganisationName(body.organisation);
  const admin = parsePerson({ name, email, employeeCode, manager: null, roles: ['orgAdmin'] }, NO_DATES);
  const errors: FieldErrors = {
    ...('message' in organisation && { organisation: organisation.message }),
    ...(!admin.ok && admin.errors),
  };
  return 'message' in organisation || !admin.ok
    ? invalid(errors)
    : { ok: true, value: { organisation: organisation.value, admin: admin.value } };
}
