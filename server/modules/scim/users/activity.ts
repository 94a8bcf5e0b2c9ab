import type { Kysely } from 'kysely';
import { Refusal } from '#server/platform/base/errors.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { comeBack, keepPerson, leave, wholePerson, type WholePersonRow } from '#server/modules/directory/index.ts';
import { lineAbove, personById } from '#server/modules/people/index.ts';
import { takeGroupsFrom } from '../groups/roles.ts';
import { ScimRefusal } from '../protocol/refusals.ts';
import type { Scim } from '../scim.ts';
import { changing, lockedUser } from './answers.ts';
import { deleteUser } from '../repository/users.ts';

/** Who left and who came back, as a client says (SCIM-8). */

const NOBODY_ABOVE =
  'This person has requests to decide and nobody at work is above them. ' +
  'An organisation admin lets them leave on the page People and names who takes over.';

/** The nearest manager at work, since nobody is there to name another one; null: the own manager, or nobody. */
async function successorOf(tx: Kysely<Tables>, row: WholePersonRow): Promise<string | null> {
  for (const id of await lineAbove(tx, row.id)) {
    const person = await personById(tx, id);
    if (person && !person.disabled) return id === row.manager_id ? null : person.email;
  }
  return null;
}

async function leaves(tx: Kysely<Tables>, { doer, today }: Scim, row: WholePersonRow): Promise<void> {
  if (row.disabled) return;
  const successor = await successorOf(tx, row);
  await leave(tx, doer, row, { successor, today }).catch((error: unknown) => {
    if (error instanceof Refusal && error.code === 'INVALID')
      throw new ScimRefusal(409, null, NOBODY_ABOVE, 'CONFLICT');
    throw error;
  });
}

/** Lets a person leave or come back, where they have not. */
export async function followActive(tx: Kysely<Tables>, scim: Scim, id: string, active: boolean): Promise<void> {
  const row = await wholePerson(tx, id);
  if (!row || row.disabled !== active) return;
  await (active ? comeBack(tx, scim.doer, row) : leaves(tx, scim, row));
}

/**
 * DELETE: the person leaves, and no longer exists for clients. The directory keeps them, and whoever creates them again
 * gets the same person.
 */
export function removeUser(scim: Scim, id: string): Promise<void> {
  return changing(scim, async (tx) => {
    const { row, user } = await lockedUser(tx, scim, id);
    await leaves(tx, scim, row);
    await takeGroupsFrom(tx, scim.doer, id);
    await deleteUser(tx, { id, userName: user.user_name ?? row.email }, scim.now);
    await keepPerson(tx, id, { externalId: null, keptFields: row.kept_fields ?? [], now: scim.now });
  });
}
