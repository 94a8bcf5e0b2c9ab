import type { Kysely } from 'kysely';
import type { Role } from '#contract/enums.ts';
import { mayLoseManager, mayLoseOrgAdmin, rolesInOrder } from '#domain/directory.ts';
import { rolesByGroups } from '#domain/identityProvider.ts';
import { appendAudit } from '#server/platform/audit/audit.ts';
import { lastAuditHashes } from '#server/platform/audit/repository/audit.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import {
  dutiesOfManager,
  lockedPersonById,
  otherOrgAdmins,
  tellAdmins,
  writeRoles,
  type PersonRow,
} from '#server/modules/people/index.ts';
import type { Identity } from '../identity.ts';
import { enabledProvider } from '../repository/identityProviders.ts';

/** Roles that the groups would take, and that the person keeps all the same (ORG-4, ORG-5). */
async function keptRoles(
  tx: Kysely<Tables>,
  { id, roles, disabled }: PersonRow,
  wanted: readonly Role[],
): Promise<Role[]> {
  const loses = (role: Role): boolean => roles.includes(role) && !wanted.includes(role);
  const kept: Role[] = [];
  if (loses('manager') && !mayLoseManager(await dutiesOfManager(tx, id)).ok) kept.push('manager');
  if (loses('orgAdmin') && !mayLoseOrgAdmin({ roles, active: !disabled }, await otherOrgAdmins(tx, id)).ok)
    kept.push('orgAdmin');
  return kept;
}

/**
 * Gives and takes roles as the groups of a provider say (SES-37), where its map says anything of them; each change is
 * on record. The last organisation admin stays one, and so does a manager to whom somebody reports or for whose
 * decision something waits, whatever the groups say.
 */
export async function followGroups(
  tx: Kysely<Tables>,
  known: PersonRow,
  { source, provider }: Identity,
  { now, origin }: { now: number; origin: string },
): Promise<PersonRow> {
  if (!provider || provider.groups === null) return known;
  const map = (await enabledProvider(tx, provider.id))?.group_roles ?? null;
  if (map === null) return known;
  const person = (await lockedPersonById(tx, known.id)) ?? known;
  const wanted = rolesByGroups(person.roles, provider.groups, map);
  const roles = rolesInOrder([...wanted, ...(await keptRoles(tx, person, wanted))]);
  const same = roles.length === person.roles.length && roles.every((role) => person.roles.includes(role));
  if (same) return person;
  const version = (await writeRoles(tx, person.id, roles, now)) + 1;
  const entry = {
    recordId: person.id,
    recordKind: 'person',
    version,
    at: now,
    actorId: null,
    onBehalfOf: person.id,
    action: 'person-changed',
    before: { roles: person.roles },
    after: { roles, by: source },
    origin,
  };
  await appendAudit(tx, entry, (await lastAuditHashes(tx, [person.id])).get(person.id) ?? '');
  await tellAdmins(tx, { actor: { id: null }, now }, [{ ...entry, personId: person.id }]);
  return { ...person, roles };
}
