import type { Kysely } from 'kysely';
import type { Role } from '#contract/enums.ts';
import { mayLoseManager, mayLoseOrgAdmin, rolesInOrder } from '#domain/directory.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { assertAllowed } from '#server/platform/http/assertAllowed.ts';
import type { Doer } from '#server/platform/http/context.ts';
import { dutiesOfManager, otherOrgAdmins } from '#server/modules/people/index.ts';
import { auditPeople } from './auditMany.ts';
import { updateRoles } from './import/repository.ts';
import { lockRoles } from './repository.ts';

/** What a person is given and loses. */
export interface RoleChange {
  gained: readonly Role[];
  lost: readonly Role[];
}

/** Of these people, who stays a manager whatever is taken: somebody reports to them, or something waits (ORG-4). */
async function busyManagers(tx: Kysely<Tables>, ids: readonly string[]): Promise<Set<string>> {
  const busy = new Set<string>();
  for (const id of ids) if (!mayLoseManager(await dutiesOfManager(tx, id)).ok) busy.add(id);
  return busy;
}

/**
 * Gives and takes roles of many people, each with a row in the log. Who decides something stays a manager (ORG-4).
 * Refuses by CONFLICT to take the role from the last organisation admin (ORG-5). The caller's transaction.
 */
export async function changeRoles(
  tx: Kysely<Tables>,
  doer: Doer,
  changes: ReadonlyMap<string, RoleChange>,
): Promise<void> {
  const people = await lockRoles(tx, [...changes.keys()]);
  const losers = people.filter(
    ({ id, roles }) => roles.includes('manager') && changes.get(id)?.lost.includes('manager'),
  );
  const busy = await busyManagers(
    tx,
    losers.map(({ id }) => id),
  );
  const rows = people.flatMap(({ id, roles, disabled }) => {
    const { gained, lost } = changes.get(id) ?? { gained: [], lost: [] };
    const stay = roles.filter((role) => !lost.includes(role) || (role === 'manager' && busy.has(id)));
    const after = rolesInOrder([...stay, ...gained]);
    const same = after.length === roles.length && after.every((role) => roles.includes(role));
    return same ? [] : [{ id, before: roles, roles: after, disabled }];
  });
  await updateRoles(tx, rows, doer.now);
  await auditPeople(
    tx,
    doer,
    rows.map(({ id, before, roles }) => ({
      id,
      action: 'person-changed',
      before: { roles: before },
      after: { roles },
    })),
  );
  const loses = rows.some(
    ({ before, roles, disabled }) => !disabled && before.includes('orgAdmin') && !roles.includes('orgAdmin'),
  );
  if (loses) assertAllowed(mayLoseOrgAdmin({ roles: ['orgAdmin'], active: true }, await otherOrgAdmins(tx, '')));
}
