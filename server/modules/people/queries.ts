import type { Kysely } from 'kysely';
import type { Person, RoleFlags } from '#contract/user.ts';
import { mayLookUpPeople, mayReadExceptionalDate } from '#domain/access.ts';
import { malformed } from '#server/platform/base/errors.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { assertAllowed, assertSelf } from '#server/platform/http/assertAllowed.ts';
import type { Context } from '#server/platform/http/context.ts';
import { dayMillis } from '#server/platform/http/dayMillis.ts';
import {
  findPeople,
  lineAbove,
  namesAndMails,
  personByEmail,
  type LookUp,
  type PersonRow,
} from './repository/people.ts';

/** A person that a request names, with the managers above; `id` null when there is none of that address. */
interface NamedPerson {
  id: string | null;
  lineAbove: readonly string[];
  row: PersonRow | undefined;
}

/** Finds a person by address. Runs the same two queries whether there is one or not, so that timing reveals nothing. */
export async function personNamed(db: Kysely<Tables>, email: string): Promise<NamedPerson> {
  const row = await personByEmail(db, email);
  const line = await lineAbove(db, row?.id ?? '');
  return { id: row?.id ?? null, lineAbove: line, row };
}

const SHORTEST = 2;
const LONGEST = 100;

/**
 * The signed-in person's flags, and the managers that person stands in for today (DEL-11); nobody asks for another's.
 */
export async function roleFlagsOf(context: Context, email: string | undefined): Promise<RoleFlags> {
  assertSelf(context.actor, email);
  const { roles, standsInFor } = context.actor;
  const { caseManagementUrl } = context.services.env;
  const isCaseManagement = roles.includes('caseManagement');
  return {
    isCampaign: roles.includes('campaign') || roles.includes('campaignManager'),
    isCampaignManager: roles.includes('campaignManager'),
    isCaseManagement,
    isCaseManagementEnabled: isCaseManagement && caseManagementUrl !== null,
    redirectUrl: isCaseManagement ? caseManagementUrl : null,
    isManager: roles.includes('manager'),
    isFinance: roles.includes('finance'),
    isFinanceDocument: roles.includes('financeDocument'),
    isAdmin: roles.includes('admin'),
    isTallyAdmin: roles.includes('tallyAdmin'),
    isOrgAdmin: roles.includes('orgAdmin'),
    standsInFor: await namesAndMails(context.services.database.db, standsInFor),
  };
}

/**
 * The date back to which a person may claim beyond the 90 days, as the first moment of that day; null when none is set
 * (EXC-1).
 */
export async function exceptionalDateOf(context: Context, email: string | undefined): Promise<number | null> {
  const { actor, timeZone } = context;
  const millis = (day: string | null) => (day === null ? null : dayMillis(day, timeZone));
  if (email === undefined || email.toLowerCase() === actor.email) return millis(actor.exceptionalDate);
  const person = await personNamed(context.services.database.db, email);
  assertAllowed(mayReadExceptionalDate(actor, person));
  return millis(person.row?.exceptional_date ?? null);
}

/**
 * People for a filter's suggestions: of everybody for finance and admin, of those below for a manager and for that
 * manager's stand-in (Z26).
 */
export async function lookUpPeople(context: Context, field: LookUp, text: string): Promise<Person[]> {
  const { actor } = context;
  assertAllowed(mayLookUpPeople(actor));
  const wanted = text.trim();
  if (wanted.length > LONGEST) throw malformed('Bad value for query.', 'query');
  if (wanted.length < SHORTEST) return [];
  const everybody = actor.roles.includes('finance') || actor.roles.includes('admin');
  return findPeople(
    context.services.database.db,
    field,
    wanted,
    everybody ? null : [...(actor.roles.includes('manager') ? [actor.id] : []), ...actor.standsInFor],
  );
}
