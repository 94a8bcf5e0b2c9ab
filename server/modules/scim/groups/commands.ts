import type { Kysely } from 'kysely';
import { MAX_PROVISIONED_GROUPS } from '#contract/limits.ts';
import { appendAudit } from '#server/platform/audit/audit.ts';
import { lastAuditHashes } from '#server/platform/audit/repository/audit.ts';
import { notFound } from '#server/platform/base/errors.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import type { Doer } from '#server/platform/http/context.ts';
import { newId } from '#server/platform/secrets/ids.ts';
import { isObject, valueOf } from '../protocol/document.ts';
import { MAX_MEMBERS } from '../protocol/names.ts';
import { assertMatch } from '../protocol/query.ts';
import { badRequest, notUnique, ScimRefusal } from '../protocol/refusals.ts';
import type { Scim } from '../scim.ts';
import { changing } from '../users/answers.ts';
import { externalIdIn, membersIn, nameIn, stepsIn, type GroupStep } from './operations.ts';
import { groupTag } from './presenter.ts';
import * as stored from '../repository/groups.ts';
import type { GroupRow } from '../repository/groups.ts';
import { followingGroups } from './roles.ts';

/** What clients do with groups (SCIM-9). Each is one transaction that holds the groups. */

/** Appends what happened to a group to its chain in the log. */
export async function auditGroup(
  tx: Kysely<Tables>,
  doer: Doer,
  { id, version }: { id: string; version: number },
  what: { action: string; before: Record<string, unknown> | null; after: Record<string, unknown> | null },
): Promise<void> {
  const who = { actorId: doer.actor.id, at: doer.now, origin: doer.origin, requestKey: doer.key };
  const previous = (await lastAuditHashes(tx, [id])).get(id) ?? '';
  await appendAudit(tx, { ...who, ...what, recordId: id, recordKind: 'group', version }, previous);
}

async function assertKnown(tx: Kysely<Tables>, ids: readonly string[]): Promise<void> {
  const known = await stored.knownPeople(tx, ids);
  const missing = ids.find((id) => !known.has(id));
  if (missing !== undefined) throw badRequest('invalidValue', `There is no user ${missing}.`);
}

async function assertFree(tx: Kysely<Tables>, name: string, exceptId: string | null): Promise<void> {
  const other = await stored.groupNamed(tx, name);
  if (other && other.id !== exceptId) throw notUnique('Another group has this name.');
}

/** Who is put in and who is taken out by a step, and what of the group itself changes. */
async function carryOut(tx: Kysely<Tables>, doer: Doer, group: GroupRow, step: GroupStep): Promise<object> {
  if (step.what === 'name') {
    await assertFree(tx, step.name, group.id);
    return { display_name: step.name };
  }
  if (step.what === 'externalId') return { external_id: step.externalId };
  const now = step.what === 'replace' || step.members === null ? await stored.memberIds(tx, group.id) : [];
  const wanted = new Set(step.members ?? []);
  const added = step.what === 'remove' ? [] : [...wanted];
  const gone = step.what === 'remove' ? (step.members ?? now) : now.filter((id) => !wanted.has(id));
  await assertKnown(tx, added);
  const change = async (): Promise<void> => {
    if (gone.length > 0) await stored.removeMembers(tx, group.id, gone);
    if (added.length > 0) await stored.addMembers(tx, group.id, added);
  };
  if (group.roles.length === 0) await change();
  else await followingGroups(tx, doer, [...new Set([...added, ...gone])], change);
  if (added.length > 0 && (await stored.countMembers(tx, group.id)) > MAX_MEMBERS)
    throw badRequest('tooMany', `A group has at most ${MAX_MEMBERS} members.`);
  return {};
}

async function lockedGroup(tx: Kysely<Tables>, scim: Scim, id: string): Promise<GroupRow> {
  await stored.holdGroups(tx);
  const group = await stored.lockGroup(tx, id);
  if (!group) throw notFound();
  assertMatch(scim.ifMatch, groupTag(group));
  return group;
}

async function written(tx: Kysely<Tables>, id: string): Promise<GroupRow> {
  const group = await stored.groupById(tx, id);
  if (!group) throw new Error('A group that was just written is not there');
  return group;
}

async function change(tx: Kysely<Tables>, scim: Scim, group: GroupRow, steps: readonly GroupStep[]): Promise<GroupRow> {
  let changes = {};
  for (const step of steps) changes = { ...changes, ...(await carryOut(tx, scim.doer, group, step)) };
  await stored.writeGroup(tx, group, { ...changes, updated_at: scim.now });
  const after = await written(tx, group.id);
  const nameOf = (row: GroupRow) => ({ displayName: row.display_name, externalId: row.external_id });
  await auditGroup(tx, scim.doer, after, { action: 'group-changed', before: nameOf(group), after: nameOf(after) });
  return after;
}

const stepsOfWhole = (body: object): GroupStep[] => [
  { what: 'name', name: nameIn(valueOf(body, 'displayName')) },
  { what: 'externalId', externalId: externalIdIn(valueOf(body, 'externalId')) },
  { what: 'replace', members: membersIn(valueOf(body, 'members')) },
];

function groupIn(body: unknown): object {
  if (!isObject(body)) throw badRequest('invalidSyntax', 'The body is no group.');
  return body;
}

/** Creates a group, which gives nothing until an organisation admin says what. */
export function createGroup(scim: Scim, body: unknown): Promise<GroupRow> {
  const sent = groupIn(body);
  const name = nameIn(valueOf(sent, 'displayName'));
  const members = membersIn(valueOf(sent, 'members'));
  return changing(scim, async (tx) => {
    await stored.holdGroups(tx);
    await assertFree(tx, name, null);
    if ((await stored.countGroups(tx)) >= MAX_PROVISIONED_GROUPS)
      throw new ScimRefusal(409, null, `There are ${MAX_PROVISIONED_GROUPS} groups already.`, 'CONFLICT');
    await assertKnown(tx, members);
    const id = newId('GRP', scim.now);
    const times = { created_at: scim.now, updated_at: scim.now };
    const external_id = externalIdIn(valueOf(sent, 'externalId'));
    await stored.insertGroup(tx, { id, display_name: name, external_id, ...times });
    await stored.addMembers(tx, id, members);
    const after = { displayName: name, members: members.length };
    await auditGroup(tx, scim.doer, { id, version: 1 }, { action: 'group-added', before: null, after });
    return written(tx, id);
  });
}

export function replaceGroup(scim: Scim, id: string, body: unknown): Promise<GroupRow> {
  const steps = stepsOfWhole(groupIn(body));
  return changing(scim, async (tx) => change(tx, scim, await lockedGroup(tx, scim, id), steps));
}

export function patchGroup(scim: Scim, id: string, body: unknown): Promise<GroupRow> {
  const steps = stepsIn(body);
  return changing(scim, async (tx) => change(tx, scim, await lockedGroup(tx, scim, id), steps));
}

/** Removes a group; what it alone gave its members goes with it. */
export function removeGroup(scim: Scim, id: string): Promise<void> {
  return changing(scim, async (tx) => {
    const group = await lockedGroup(tx, scim, id);
    const remove = () => stored.removeGroupRow(tx, id);
    if (group.roles.length === 0) await remove();
    else await followingGroups(tx, scim.doer, await stored.memberIds(tx, id), remove);
    const gone = { id, version: group.version + 1 };
    const before = { displayName: group.display_name, roles: group.roles };
    await auditGroup(tx, scim.doer, gone, { action: 'group-removed', before, after: null });
  });
}
