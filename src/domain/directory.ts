import { ROLES, type PersonSource, type Role } from '#contract/enums.ts';
import type { FieldErrors } from '#contract/error.ts';
import { MAX_CODE, MAX_EMAIL, MAX_NAME } from '#contract/limits.ts';
import { personBody } from '#contract/people.ts';
import { toDay, type Day } from './dates.ts';
import { isEmail } from './patterns.ts';
import { conform, parseNeededLine, type Parsed } from './parsing.ts';
import { parseLine } from './text.ts';
import { allowed, invalid, refused, type ParseResult, type Verdict } from './verdict.ts';

/** The rules of the directory: what a person is put in with, and who may be whose manager. Facts in, verdicts out. */

/** What the directory keeps of a person, wherever it comes from. `manager` is an e-mail, null for nobody. */
export interface PersonInput {
  name: string;
  /** Lower case. */
  email: string;
  employeeCode: string;
  manager: string | null;
  /** In the order of `ROLES`, each once. */
  roles: Role[];
  costCentre: string;
  grade: string;
  baseLocation: string;
  joinedOn: Day | null;
}

const parseOptional = (value: unknown, label: string): Parsed<string> => {
  const read = parseLine(value, label, MAX_CODE);
  return read.ok ? { value: read.text } : { message: read.message };
};

/** What is said where one of these is empty. */
export const missingOf = (field: 'name' | 'email' | 'employeeCode'): string => {
  const read = conform(personBody.shape[field], undefined);
  return 'message' in read ? read.message : '';
};

/** An e-mail address in lower case, or what is wrong with it. */
function parseAddress(value: unknown, missing: string): Parsed<string> {
  const read = parseNeededLine(value, 'E-mail', MAX_EMAIL, missing);
  if ('message' in read) return read;
  const email = read.value.toLowerCase();
  return isEmail(email) ? { value: email } : { message: 'This is not an e-mail address' };
}

/** Each role once, in the order of `ROLES`. */
export const rolesInOrder = (roles: Iterable<string>): Role[] => {
  const chosen = new Set(roles);
  return ROLES.filter((role) => chosen.has(role));
};

/** A field of `PersonInput` by what a form, a file or a SCIM client says of it (ORG-2). */
const FIELDS: { [Name in keyof PersonInput]: (value: unknown, timeZone: string) => Parsed<PersonInput[Name]> } = {
  name: (value) => parseNeededLine(value, 'Name', MAX_NAME, missingOf('name')),
  email: (value) => parseAddress(value, missingOf('email')),
  employeeCode: (value) => parseNeededLine(value, 'Employee code', MAX_CODE, missingOf('employeeCode')),
  manager: (value) =>
    value === null || value === undefined || value === '' ? { value: null } : parseAddress(value, ''),
  roles: (value) => {
    const read = conform(personBody.shape.roles, value ?? []);
    return 'message' in read ? { message: 'There is no such role' } : { value: rolesInOrder(read.value) };
  },
  costCentre: (value) => parseOptional(value, 'Cost centre'),
  grade: (value) => parseOptional(value, 'Grade'),
  baseLocation: (value) => parseOptional(value, 'Base location'),
  joinedOn: (value, timeZone) => {
    if (value === null || value === undefined) return { value: null };
    const day = typeof value === 'number' ? toDay(value, timeZone) : null;
    return day === null ? { message: 'This is not a date' } : { value: day };
  },
};

/** Reads one field of a person from the text of a file (ORG-2). */
export const parsePersonText = (
  name: 'name' | 'email' | 'employeeCode' | 'costCentre' | 'grade' | 'baseLocation',
  text: string,
): Parsed<string> => FIELDS[name](text, 'UTC');

/** The names of a circle of managers, from one of them round to the same one (ORG-3). */
export const circleFault = (names: readonly string[]): string =>
  `This would make a circle: ${names.join(' reports to ')}`;

/** Reads what a person is put in with, or changed to (ORG-2). Days are milliseconds of that day in `timeZone`. */
export function parsePerson(body: unknown, timeZone: string): ParseResult<PersonInput> {
  const given = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  const errors: FieldErrors = {};
  const value: Partial<Record<keyof PersonInput, unknown>> = {};
  for (const name of Object.keys(FIELDS) as (keyof PersonInput)[]) {
    const read = FIELDS[name](given[name], timeZone);
    if ('message' in read) errors[name] = read.message;
    else value[name] = read.value;
  }
  return Object.keys(errors).length > 0 ? invalid(errors) : { ok: true, value: value as PersonInput };
}

/** Somebody named as a manager, as the directory has them. */
export interface NamedManager {
  id: string;
  name: string;
  active: boolean;
  /** The managers above, nearest first. */
  above: readonly { id: string; name: string }[];
}

/**
 * Who may be the manager of `personId` (null: somebody who is only just put in): somebody else at work who is not below
 * the person. A circle is refused with the names in it (ORG-3).
 */
export function managerFault(personId: string | null, manager: NamedManager | null): string | null {
  if (manager === null || !manager.active) return 'No active employee has this e-mail';
  if (personId === null) return null;
  if (manager.id === personId) return 'A person cannot be their own manager';
  const at = manager.above.findIndex(({ id }) => id === personId);
  if (at < 0) return null;
  const circle = manager.above.slice(0, at + 1).map(({ name }) => name);
  return circleFault([manager.name, ...circle, manager.name]);
}

/** These roles and one more; who is named as a manager gets the role of one (ORG-4). */
export const withRole = (roles: readonly Role[], role: Role): Role[] => rolesInOrder([...roles, role]);

/** The organisation always has an admin at work: the last one keeps the role and cannot leave (ORG-5). */
export function mayLoseOrgAdmin(before: { roles: readonly Role[]; active: boolean }, otherOrgAdmins: number): Verdict {
  const isOne = before.active && before.roles.includes('orgAdmin');
  return isOne && otherOrgAdmins === 0
    ? refused('CONFLICT', 'This is the last organisation admin. Please name another one first.')
    : allowed;
}

/** A manager keeps the role while somebody reports to them, or something waits for their decision (ORG-4). */
export function mayLoseManager({ reports, pending }: { reports: number; pending: number }): Verdict {
  if (reports > 0)
    return refused(
      'CONFLICT',
      `${reports === 1 ? 'One person reports' : `${reports} people report`} to this manager. ` +
        'Please give them another manager first.',
    );
  if (pending === 0) return allowed;
  const waiting = pending === 1 ? 'One request waits' : `${pending} requests wait`;
  return refused('CONFLICT', `${waiting} for the decision of this manager, who keeps the role until then.`);
}

const KEEPERS: Readonly<Record<PersonSource, string>> = {
  SCREEN: 'an organisation admin',
  FILE: 'an imported file',
  SCIM: 'the identity provider',
};

/** Sources from the weakest: one that is weaker than who keeps a person says nothing of them (ORG-7). */
const STRENGTH: readonly PersonSource[] = ['SCREEN', 'FILE', 'SCIM'];

/**
 * Whether a file or a SCIM client may change a person whom `keeper` keeps. The identity provider takes over from a
 * file, a file from the screen, and never the other way round (ORG-7).
 */
export const mayKeep = (source: PersonSource, keeper: PersonSource): Verdict =>
  STRENGTH.indexOf(source) >= STRENGTH.indexOf(keeper)
    ? allowed
    : refused('CONFLICT', `This person is kept by ${KEEPERS[keeper]}.`);

/** What the identity provider says of a person, which is changed there and not on screen (ORG-7). */
const KEPT_BY_SCIM = [
  'name',
  'email',
  'employeeCode',
  'manager',
  'costCentre',
] as const satisfies readonly (keyof PersonInput)[];

/**
 * What is not changed on screen of a person whom `source` keeps: what the identity provider has said. `said` null: all
 * that it may say (ORG-7).
 */
export const keptFieldsOf = (source: PersonSource, said: readonly string[] | null): (typeof KEPT_BY_SCIM)[number][] =>
  source === 'SCIM' ? KEPT_BY_SCIM.filter((name) => said === null || said.includes(name)) : [];

/** Why this person cannot take over from somebody who leaves; null: nothing is wrong, or nobody must (ORG-6). */
export function successorFault(
  needed: boolean,
  successor: { id: string; active: boolean } | null,
  leaverId: string,
): string | null {
  if (successor === null) return needed ? 'Please name who takes over' : null;
  if (!successor.active) return 'No active employee has this e-mail';
  return successor.id === leaverId ? 'Somebody else must take over' : null;
}
