import type { Kysely } from 'kysely';
import type { PersonSource, Role } from '#contract/enums.ts';
import {
  managerFault,
  mayLoseManager,
  mayLoseOrgAdmin,
  withRole,
  type NamedManager,
  type PersonInput,
} from '#domain/directory.ts';
import type { FieldErrors } from '#contract/error.ts';
import { appendAudit } from '#server/platform/audit/audit.ts';
import { lastAuditHashes } from '#server/platform/audit/repository/audit.ts';
import { invalidRequest, isTaken } from '#server/platform/base/errors.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { collided } from '#server/platform/database/transact.ts';
import { assertAllowed } from '#server/platform/http/assertAllowed.ts';
import type { Doer } from '#server/platform/http/context.ts';
import { changeManager } from '#server/modules/approvals/index.ts';
import { dutiesOfManager, lineAbove, otherOrgAdmins, personByEmail, tellAdmins } from '#server/modules/people/index.ts';
import { personEntry } from './auditMany.ts';
import { inputOf } from './presenter.ts';
import { insertRow, lockPerson, namesOf, peopleLike, writeRow, type WholePersonRow } from './repository.ts';
import { welcome } from './welcome.ts';

/** What writes one person: the one way into the directory, for the screen and for SCIM. */

type Logged = Partial<PersonInput> & { leftOn?: string | null };

/** Appends what happened to a person to their chain in the log. */
export async function auditPerson(
  tx: Kysely<Tables>,
  doer: Doer,
  { id, version }: Pick<WholePersonRow, 'id' | 'version'>,
  said: { action: string; before: Logged | null; after: Logged },
): Promise<void> {
  const entry = personEntry(doer, { ...said, id, version: version + 1 });
  await appendAudit(tx, entry, (await lastAuditHashes(tx, [id])).get(id) ?? '');
  await tellAdmins(tx, doer, [{ ...entry, personId: id }]);
}

/** What is stored of a person, beside who their manager is. */
export const columnsOf = (input: PersonInput) => ({
  name: input.name,
  email: input.email,
  employee_code: input.employeeCode,
  roles: input.roles,
  cost_centre: input.costCentre,
  grade: input.grade,
  base_location: input.baseLocation,
  joined_on: input.joinedOn,
});

/**
 * Writes a row. What was free when it was looked at may be taken by now, since a sign-in follows a changed address: the
 * whole is done again then, and says whose it is.
 */
const written = (write: Promise<unknown>): Promise<unknown> =>
  write.catch((error: unknown) => {
    throw isTaken(error) ? collided() : error;
  });

/** Refuses an address or a code that somebody else has, naming them (ORG-2). */
async function assertUnique(tx: Kysely<Tables>, input: PersonInput, exceptId: string | null): Promise<void> {
  const errors: FieldErrors = {};
  for (const other of await peopleLike(tx, input, exceptId)) {
    if (other.email === input.email) errors['email'] = `${other.name} has this e-mail address`;
    if (other.employee_code.toLowerCase() === input.employeeCode.toLowerCase())
      errors['employeeCode'] = `${other.name} has this employee code`;
  }
  const [message] = Object.values(errors);
  if (message !== undefined) throw invalidRequest(message, errors);
}

async function managerNamed(tx: Kysely<Tables>, email: string): Promise<NamedManager | null> {
  const row = await personByEmail(tx, email);
  if (!row) return null;
  const above = await namesOf(tx, await lineAbove(tx, row.id));
  return { id: row.id, name: row.name, active: !row.disabled, above };
}

/**
 * Gives a person at work one more role, with a row in the log. Refuses by INVALID one who has left. The person's row is
 * held from here on, so that nobody takes away what was found to be there.
 */
export async function giveRole(tx: Kysely<Tables>, doer: Doer, id: string, role: Role): Promise<void> {
  const row = await lockPerson(tx, id);
  if (!row || row.disabled) throw invalidRequest('This person has left', { email: 'This person has left' });
  if (row.roles.includes(role)) return;
  const after = withRole(row.roles, role);
  await writeRow(tx, id, { roles: after, updated_at: doer.now });
  await auditPerson(tx, doer, row, { action: 'person-changed', before: { roles: row.roles }, after: { roles: after } });
}

/** The manager that `email` names, judged for a person (null: one who is only just put in) and made one. */
async function judgedManager(
  tx: Kysely<Tables>,
  doer: Doer,
  personId: string | null,
  email: string | null,
): Promise<string | null> {
  if (email === null) return null;
  const manager = await managerNamed(tx, email);
  const fault = managerFault(personId, manager);
  if (fault !== null || manager === null) throw invalidRequest(fault ?? '', { manager: fault ?? '' });
  await giveRole(tx, doer, manager.id, 'manager');
  return manager.id;
}

/**
 * Puts a person into the directory, with a row in the log (ORG-2). Refuses by INVALID an address or code that is taken,
 * and a manager who is none. The caller's transaction, which holds the reporting lines.
 */
export async function insertPerson(
  tx: Kysely<Tables>,
  doer: Doer,
  input: PersonInput,
  { id, source }: { id: string; source: PersonSource },
): Promise<void> {
  await assertUnique(tx, input, null);
  const managerId = await judgedManager(tx, doer, null, input.manager);
  await written(
    insertRow(tx, {
      ...columnsOf(input),
      id,
      manager_id: managerId,
      disabled: false,
      exceptional_date: null,
      subject: null,
      source,
      created_at: doer.now,
      updated_at: doer.now,
    }),
  );
  await welcome(tx, [id], doer.now);
  await auditPerson(tx, doer, { id, version: 0 }, { action: 'person-added', before: null, after: { ...input } });
}

/** Keeps how the identity provider knows a person, and what of them it says (ORG-7). The caller's transaction. */
export const keepPerson = (
  tx: Kysely<Tables>,
  id: string,
  { externalId, keptFields, now }: { externalId: string | null; keptFields: string[]; now: number },
): Promise<unknown> => writeRow(tx, id, { external_id: externalId, kept_fields: keptFields, updated_at: now });

/** What two states of a person differ in; null: in nothing. */
function differenceOf(before: PersonInput, after: PersonInput): { before: Logged; after: Logged } | null {
  const keys = (Object.keys(after) as (keyof PersonInput)[]).filter(
    (key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]),
  );
  const pick = (of: PersonInput): Logged => Object.fromEntries(keys.map((key) => [key, of[key]]));
  return keys.length === 0 ? null : { before: pick(before), after: pick(after) };
}

/**
 * Changes a person to `input`; another manager takes what is pending along (ACC-19). Nothing is written when nothing
 * differs. The caller's transaction, which holds the reporting lines and has locked `row`.
 */
export async function updatePerson(
  tx: Kysely<Tables>,
  doer: Doer,
  row: WholePersonRow,
  input: PersonInput,
  { source }: { source: PersonSource },
): Promise<void> {
  const changed = differenceOf(inputOf(row), input);
  if (changed === null && row.source === source) return;
  await assertUnique(tx, input, row.id);
  const state = { roles: row.roles, active: !row.disabled };
  if (!input.roles.includes('orgAdmin') && row.roles.includes('orgAdmin'))
    assertAllowed(mayLoseOrgAdmin(state, await otherOrgAdmins(tx, row.id)));
  if (!input.roles.includes('manager') && row.roles.includes('manager'))
    assertAllowed(mayLoseManager(await dutiesOfManager(tx, row.id)));
  // Who has been the manager all along is not judged again.
  const managerId =
    input.manager === row.manager_email ? row.manager_id : await judgedManager(tx, doer, row.id, input.manager);
  if (managerId === null && row.manager_id !== null) await writeRow(tx, row.id, { manager_id: null });
  else if (managerId !== null && managerId !== row.manager_id) await changeManager(tx, doer, row.id, managerId);
  await written(writeRow(tx, row.id, { ...columnsOf(input), source, updated_at: doer.now }));
  if (changed) await auditPerson(tx, doer, row, { action: 'person-changed', ...changed });
}
