import type { Role } from '#contract/enums.ts';
import type { DirectoryPerson, PersonBody } from '#contract/people.ts';
import { dayOf, formatDay, isDay, millisOfDay } from '#domain/dates.ts';
import { mayLoseManager, parsePerson, type PersonInput } from '#domain/directory.ts';
import { invalid, type ParseResult } from '#domain/verdict.ts';
import { rolesText } from './words.ts';

/** A person as the form has them, its fields in the order in which they are seen. */
export interface PersonValues {
  name: string;
  email: string;
  employeeCode: string;
  manager: string;
  roles: Role[];
  costCentre: string;
  grade: string;
  baseLocation: string;
  /** A day, or what was typed so far. */
  joinedOn: string;
}

export const EMPTY_PERSON: PersonValues = {
  name: '',
  email: '',
  employeeCode: '',
  manager: '',
  roles: [],
  costCentre: '',
  grade: '',
  baseLocation: '',
  joinedOn: '',
};

export const LABELS: Readonly<Record<keyof PersonValues, string>> = {
  name: 'Name',
  email: 'E-mail',
  employeeCode: 'Employee code',
  manager: 'Manager',
  roles: 'Roles',
  costCentre: 'Cost centre',
  grade: 'Grade',
  baseLocation: 'Base location',
  joinedOn: 'Joined on',
};

export const valuesOf = (person: DirectoryPerson, timeZone: string): PersonValues => ({
  name: person.name,
  email: person.email,
  employeeCode: person.employeeCode,
  manager: person.manager?.email ?? '',
  roles: person.roles,
  costCentre: person.costCentre,
  grade: person.grade,
  baseLocation: person.baseLocation,
  joinedOn: person.joinedOn === null ? '' : dayOf(person.joinedOn, timeZone),
});

/** What is sent. A day that is none goes as nothing that the rule takes for a day. */
export const bodyOf = (values: PersonValues, timeZone: string): PersonBody => ({
  ...values,
  manager: values.manager.trim() === '' ? null : values.manager,
  joinedOn: values.joinedOn === '' ? null : isDay(values.joinedOn) ? millisOfDay(values.joinedOn, timeZone) : NaN,
});

/** The rules of the server for `base` (undefined: somebody new), as far as they are known here (ORG-2, ORG-4). */
export function parseValues(
  values: PersonValues,
  base: DirectoryPerson | undefined,
  timeZone: string,
): ParseResult<PersonInput> {
  const parsed = parsePerson(bodyOf(values, timeZone), timeZone);
  if (!parsed.ok || !base?.roles.includes('manager') || parsed.value.roles.includes('manager')) return parsed;
  const may = mayLoseManager(base);
  return may.ok ? parsed : invalid({ roles: may.message });
}

/** How a field reads. */
const shown = (values: PersonValues, field: keyof PersonValues): string => {
  const value = values[field];
  if (typeof value !== 'string') return rolesText(value as Role[]);
  return field === 'joinedOn' && isDay(value) ? formatDay(value) : value;
};

/** The fields of two versions side by side; those that neither has are left out. */
export const compared = (mine: PersonValues, theirs: PersonValues) =>
  (Object.keys(LABELS) as (keyof PersonValues)[])
    .map((field) => ({ label: LABELS[field], mine: shown(mine, field), theirs: shown(theirs, field) }))
    .filter((field) => field.mine !== '' || field.theirs !== '');
