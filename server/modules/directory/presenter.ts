import type { DirectoryPerson, DirectoryRow } from '#contract/people.ts';
import { keptFieldsOf, type PersonInput } from '#domain/directory.ts';
import { dayMillis } from '#server/platform/http/dayMillis.ts';
import type { DirectoryRowOf, WholePersonRow } from './repository.ts';

export const rowAnswer = (row: DirectoryRowOf): DirectoryRow => ({
  personId: row.id,
  name: row.name,
  email: row.email,
  employeeCode: row.employee_code,
  manager:
    row.manager_id === null
      ? null
      : { personId: row.manager_id, name: row.manager_name ?? '', email: row.manager_email ?? '' },
  roles: row.roles,
  status: row.disabled ? 'LEFT' : 'ACTIVE',
  costCentre: row.cost_centre,
  grade: row.grade,
  baseLocation: row.base_location,
  source: row.source,
});

const millis = (day: string | null, timeZone: string): number | null =>
  day === null ? null : dayMillis(day, timeZone);

/** A person with what is theirs to do as a manager. */
export const personAnswer = (
  row: WholePersonRow,
  { reports, pending }: Pick<DirectoryPerson, 'reports' | 'pending'>,
  timeZone: string,
): DirectoryPerson => ({
  ...rowAnswer(row),
  joinedOn: millis(row.joined_on, timeZone),
  leftOn: millis(row.left_on, timeZone),
  reports,
  pending,
  lastSeenAt: row.last_seen_at,
  keptFields: keptFieldsOf(row.source, row.kept_fields),
  version: row.version,
});

/** The person as rules and the audit log know them. */
export const inputOf = (row: WholePersonRow): PersonInput => ({
  name: row.name,
  email: row.email,
  employeeCode: row.employee_code,
  manager: row.manager_email,
  roles: row.roles,
  costCentre: row.cost_centre,
  grade: row.grade,
  baseLocation: row.base_location,
  joinedOn: row.joined_on,
});
