import type { Kysely } from 'kysely';
import type { Role } from '#contract/enums.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import type { Doer } from '#server/platform/http/context.ts';
import { changeRoles, type RoleChange } from '#server/modules/directory/index.ts';
import { givenTo, groupIdsOf, holdGroups, removeMembers } from '../repository/groups.ts';

/**
 * Makes a change of groups, and gives and takes the roles of these people that follow from it (SCIM-9): a role goes
 * with the last group that gives it, and what no group gives stays as it is. The caller's transaction, which holds the
 * groups.
 */
export async function followingGroups<Result>(
  tx: Kysely<Tables>,
  doer: Doer,
  ids: readonly string[],
  change: () => Promise<Result>,
): Promise<Result> {
  const before = await givenTo(tx, ids);
  const result = await change();
  const after = await givenTo(tx, ids);
  const none: readonly Role[] = [];
  const changes = new Map<string, RoleChange>();
  for (const id of ids) {
    const [had, has] = [before.get(id) ?? none, after.get(id) ?? none];
    const gained = has.filter((role) => !had.includes(role));
    const lost = had.filter((role) => !has.includes(role));
    if (gained.length > 0 || lost.length > 0) changes.set(id, { gained, lost });
  }
  await changeRoles(tx, doer, changes);
  return result;
}

/** Somebody is in no group any more. */
export async function takeGroupsFrom(tx: Kysely<Tables>, doer: Doer, personId: string): Promise<void> {
  await holdGroups(tx);
  await followingGroups(tx, doer, [personId], async () => {
    for (const groupId of await groupIdsOf(tx, personId)) await removeMembers(tx, groupId, [personId]);
  });
}
