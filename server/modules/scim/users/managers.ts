import type { Kysely } from 'kysely';
import { Refusal } from '#server/platform/base/errors.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import {
  inputOf,
  lockPerson,
  updatePerson,
  wholePerson,
  type WholePersonRow,
} from '#server/modules/directory/index.ts';
import type { Scim } from '../scim.ts';
import { forgetManagerRef, managerNamed, waitingFor } from '../repository/users.ts';

/** Most people who are given a manager by one request; others are when they are sent again. */
const MOST = 500;

/** The address of a manager whom a client names, or null with the name to wait for (SCIM-7). */
export async function managerOf(
  tx: Kysely<Tables>,
  ref: string | null,
): Promise<{ email: string | null; waitsFor: string | null }> {
  if (ref === null) return { email: null, waitsFor: null };
  const found = await managerNamed(tx, ref);
  return found ? { email: found.email, waitsFor: null } : { email: null, waitsFor: ref };
}

async function join(tx: Kysely<Tables>, { doer }: Scim, id: string, manager: WholePersonRow): Promise<void> {
  const row = await lockPerson(tx, id);
  if (!row || row.id === manager.id) return;
  try {
    await updatePerson(tx, doer, row, { ...inputOf(row), manager: manager.email }, { source: row.source });
    await forgetManagerRef(tx, id);
  } catch (error) {
    // It would be a circle by now: the line stays as it is until the client says another one.
    if (!(error instanceof Refusal)) throw error;
  }
}

/** Gives a person who has come, or changed their name, to those who wait for them as their manager (SCIM-7). */
export async function joinWaiting(
  tx: Kysely<Tables>,
  scim: Scim,
  id: string,
  names: readonly (string | null)[],
): Promise<void> {
  const waiting = await waitingFor(tx, [id, ...names.filter((name) => name !== null)], MOST);
  const manager = waiting.length === 0 ? undefined : await wholePerson(tx, id);
  if (!manager || manager.disabled) return;
  for (const each of waiting) await join(tx, scim, each, manager);
}
