import type { Kysely } from 'kysely';
import { rolesByGroups } from '#domain/identityProvider.ts';
import { appendAudit } from '#server/platform/audit/audit.ts';
import { lastAuditHashes } from '#server/platform/audit/repository/audit.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { isOnlyOrgAdmin, writeRoles, type PersonRow } from '#server/modules/people/index.ts';
import type { Identity } from '../identity.ts';
import { enabledProvider } from '../repository/identityProviders.ts';

/**
 * Gives and takes roles as the groups of a provider say (SES-37), where its map says anything of them; each change is
 * on record. The last organisation admin stays one, whatever the groups say.
 */
export async function followGroups(
  tx: Kysely<Tables>,
  person: PersonRow,
  { source, provider }: Identity,
  { now, origin }: { now: number; origin: string },
): Promise<PersonRow> {
  if (!provider || provider.groups === null) return person;
  const map = (await enabledProvider(tx, provider.id))?.group_roles ?? null;
  if (map === null) return person;
  let roles = rolesByGroups(person.roles, provider.groups, map);
  const loses = person.roles.includes('orgAdmin') && !roles.includes('orgAdmin');
  if (loses && (await isOnlyOrgAdmin(tx, person.id))) roles = [...roles, 'orgAdmin'];
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
  return { ...person, roles };
}
