import { ROLES, type Role } from '#contract/enums.ts';
import type { RoleReview } from '#contract/roleReview.ts';
import type { Day } from './dates.ts';
import { ROLE_WORDS } from './roles.ts';

/** The monthly look at who has which role (ORG-40). */

/** The month of a day, as reviews are named: 2026-07. */
export const monthOf = (day: Day): string => day.slice(0, 7);

const inWords = new Intl.DateTimeFormat('en-IN', { month: 'long', year: 'numeric', timeZone: 'UTC' });
export const monthWords = (month: string): string => inWords.format(new Date(`${month}-01T00:00:00Z`));

/**
 * Does a review begin today? On the first day of a month, or on a later one where the server did not run then (ORG-40).
 * `latest`: the month of the newest review; null before the first one, which waits for the first day of a month.
 */
export const beginsReview = (today: Day, latest: string | null): boolean =>
  latest === null ? today.endsWith('-01') : latest < monthOf(today);

/** Somebody with the roles that they have beside those of an employee. */
export interface RoleHolder {
  id: string;
  name: string;
  roles: readonly Role[];
}

/** How many people have each role, in the order of the roles; those that nobody has are left out. */
export const roleCounts = (holders: readonly RoleHolder[]): RoleReview['roles'] =>
  ROLES.map((role) => ({ role, people: holders.filter(({ roles }) => roles.includes(role)).length })).filter(
    ({ people }) => people > 0,
  );

/** People that one mail names. */
export const MOST_NAMED = 100;

/** The mail that asks an organisation admin to look through the roles. `address`: of the server, without a slash. */
export function roleReviewMail(facts: {
  month: string;
  organisation: string;
  address: string;
  holders: readonly RoleHolder[];
}): { subject: string; text: string } {
  const { month, organisation, address, holders } = facts;
  const named = holders
    .slice(0, MOST_NAMED)
    .map(({ name, roles }) => `${name}: ${roles.map((role) => ROLE_WORDS[role]).join(', ')}`);
  const left = holders.length - named.length;
  return {
    subject: `Roles at ${organisation}, ${monthWords(month)}`,
    text: [
      `Please look through who has which role at ${organisation}, and confirm it here:\n${address}/people`,
      roleCounts(holders)
        .map(({ role, people }) => `${ROLE_WORDS[role]}: ${people}`)
        .join('\n'),
      [...named, ...(left > 0 ? [`and ${left} more`] : [])].join('\n'),
    ].join('\n\n'),
  };
}
