import type { Kysely } from 'kysely';
import type { PersonInput } from '#domain/directory.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { newId } from '#server/platform/secrets/ids.ts';
import {
  inputOf,
  insertPerson,
  keepPerson,
  lockPerson,
  peopleLike,
  updatePerson,
} from '#server/modules/directory/index.ts';
import type { WholePersonRow } from '#server/modules/directory/index.ts';
import type { Document } from '../protocol/document.ts';
import { MAX_USER_OPERATIONS } from '../protocol/names.ts';
import { parseOperations } from '../protocol/operations.ts';
import { patched } from '../protocol/patch.ts';
import { notUnique } from '../protocol/refusals.ts';
import type { Scim } from '../scim.ts';
import { followActive } from './activity.ts';
import { changing, lockedUser, written, type UserAnswer } from './answers.ts';
import { joinWaiting, managerOf } from './managers.ts';
import { documentOf } from './presenter.ts';
import { keepUser, peopleNamed, type UserRow } from '../repository/users.ts';
import { codeWithout, keptText, readUser, saidBy, type Said } from './said.ts';

/** What clients do with users. Each is one transaction that holds the reporting lines. */

/** Refuses what somebody else has: a client is told by 409 (RFC 7644, section 3.3). */
async function assertFree(tx: Kysely<Tables>, said: Said, code: string, exceptId: string): Promise<void> {
  for (const other of await peopleNamed(tx, said))
    if (other.id !== exceptId && !other.deleted)
      throw notUnique('Another person has this userName, externalId or address.');
  const [like] = await peopleLike(tx, { email: said.email, employeeCode: code }, exceptId);
  if (like)
    throw notUnique(
      like.email === said.email ? `${like.name} has this e-mail address` : `${like.name} has this employee code`,
    );
}

/** What the screen leaves to the identity provider from now on (ORG-7). */
const keptOf = (said: Said): string[] => [
  'name',
  'email',
  ...(said.employeeCode === undefined ? [] : ['employeeCode']),
  ...(said.manager === undefined ? [] : ['manager']),
  ...(said.costCentre === undefined ? [] : ['costCentre']),
];

/** How a change is meant: a PUT says everything anew, a PATCH only what differs from before. */
interface Change {
  document: Document;
  /** What was said before; null: nothing. */
  before: Said | null;
  whole: boolean;
}

/** The person that the directory should have, and for whom it waits as their manager. */
async function wanted(
  tx: Kysely<Tables>,
  said: Said,
  { before, whole }: Change,
  { id, row, waits }: { id: string; row: WholePersonRow | null; waits: string | null },
): Promise<{ input: PersonInput; waitsFor: string | null }> {
  const now: PersonInput = row
    ? inputOf(row)
    : {
        name: said.name,
        email: said.email,
        employeeCode: codeWithout(said.userName, id),
        manager: null,
        roles: [],
        costCentre: '',
        grade: '',
        baseLocation: '',
        joinedOn: null,
      };
  const says = (field: keyof Said): boolean => (whole && said[field] !== undefined) || said[field] !== before?.[field];
  if (says('name')) now.name = said.name;
  if (says('email')) now.email = said.email;
  // Everybody has a code: the one there is stays where none is said.
  if (says('employeeCode') && said.employeeCode !== undefined) now.employeeCode = said.employeeCode;
  if (says('costCentre')) now.costCentre = said.costCentre ?? '';
  if (!says('manager')) return { input: now, waitsFor: waits };
  const { email, waitsFor } = await managerOf(tx, said.manager ?? null);
  // Whoever decides now goes on until the one who is named comes.
  return { input: waitsFor === null ? { ...now, manager: email } : now, waitsFor };
}

/** Writes a person as a client says they are: put in, changed or taken over (SCIM-3). */
async function write(
  tx: Kysely<Tables>,
  scim: Scim,
  { row, user }: { row: WholePersonRow | null; user: UserRow | null },
  change: Change,
): Promise<string> {
  const { doer, now } = scim;
  const { active: _active, ...document } = change.document;
  const said = saidBy(change.document);
  const attributes = keptText(document);
  const id = row?.id ?? newId('PRS', now);
  const { input, waitsFor } = await wanted(tx, said, change, { id, row, waits: user?.manager_ref ?? null });
  await assertFree(tx, said, input.employeeCode, id);
  if (row) await updatePerson(tx, doer, row, input, { source: 'SCIM' });
  else await insertPerson(tx, doer, input, { id, source: 'SCIM' });
  await keepPerson(tx, id, { externalId: said.externalId, keptFields: keptOf(said), now: scim.now });
  await keepUser(tx, {
    person_id: id,
    user_name: said.userName,
    attributes,
    manager_ref: waitsFor,
  });
  // Somebody whom no client knew comes back; of others nothing is said.
  const was = row === null || !row.disabled;
  const is = said.active ?? (user === null ? true : was);
  if (is !== was) await followActive(tx, scim, id, is);
  const { email, employeeCode } = input;
  if (is) await joinWaiting(tx, scim, id, [said.userName, email, employeeCode, said.externalId]);
  return id;
}

/**
 * Creates a user: somebody new, or somebody of the directory whom no client knows yet and who is taken over by their
 * name or address (SCIM-3). 409 for whom a client knows.
 */
export function createUser(scim: Scim, body: unknown): Promise<UserAnswer> {
  const document = readUser(body);
  const said = saidBy(document);
  return changing(scim, async (tx) => {
    const [found, ...others] = await peopleNamed(tx, said);
    if (found?.owned === true || others.some(({ owned }) => owned))
      throw notUnique('There is a user with this userName, externalId or address.');
    const row = found ? ((await lockPerson(tx, found.id)) ?? null) : null;
    const id = await write(tx, scim, { row, user: null }, { document, before: null, whole: true });
    return written(tx, scim, id);
  });
}

/** What a client has said of a person so far; null where none has. */
const saidBefore = (user: UserRow): Said | null => (user.attributes === null ? null : saidBy(documentOf(user)));

/** PUT: everything is said anew; what is not said is taken back where it was said before. */
export function replaceUser(scim: Scim, id: string, body: unknown): Promise<UserAnswer> {
  const document = readUser(body);
  return changing(scim, async (tx) => {
    const found = await lockedUser(tx, scim, id);
    const before = saidBefore(found.user);
    await write(tx, scim, found, { document, before, whole: true });
    return written(tx, scim, id);
  });
}

/** PATCH: some of it is said anew. */
export function patchUser(scim: Scim, id: string, body: unknown): Promise<UserAnswer> {
  const operations = parseOperations(body, MAX_USER_OPERATIONS);
  return changing(scim, async (tx) => {
    const found = await lockedUser(tx, scim, id);
    const before = documentOf(found.user);
    const document = patched(before, operations);
    await write(tx, scim, found, { document, before: saidBy(before), whole: false });
    return written(tx, scim, id);
  });
}
