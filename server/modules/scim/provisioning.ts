import type { Kysely } from 'kysely';
import * as calls from '#contract/calls/provisioning.ts';
import { MAX_PROVISIONED_GROUPS } from '#contract/limits.ts';
import { provisionedGroupBody, type ProvisionedGroup, type Provisioning } from '#contract/provisioning.ts';
import { mayManageOrganisation } from '#domain/access.ts';
import { rolesInOrder } from '#domain/directory.ts';
import { malformed, movedOn, notFound } from '#server/platform/base/errors.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { assertAllowed } from '#server/platform/http/assertAllowed.ts';
import { contextOf, type Context } from '#server/platform/http/context.ts';
import { serve, type Served } from '#server/platform/http/endpoints.ts';
import { isHttps } from '#server/platform/http/everyAnswer.ts';
import type { Services } from '#server/platform/http/services.ts';
import { change, type CommandRequest, type CommandResult } from '#server/platform/idempotency/change.ts';
import { changingOne } from '#server/platform/idempotency/changing.ts';
import { holdReportingLines } from '#server/modules/people/index.ts';
import { createKeyOf, endKeyOf, listKeysOf, originOfServer } from '#server/modules/session/index.ts';
import { auditGroup } from './groups/commands.ts';
import { followingGroups } from './groups/roles.ts';
import { BASE } from './protocol/names.ts';
import * as groups from './repository/groups.ts';

/** What organisation admins do with provisioning (SCIM-1, SCIM-9). */

const groupAnswer = (row: groups.GroupRow, members: number): ProvisionedGroup => ({
  groupId: row.id,
  name: row.display_name,
  members,
  roles: row.roles,
  version: row.version,
});

async function provisioningOf({ services, actor }: Context, origin: string): Promise<Provisioning> {
  assertAllowed(mayManageOrganisation(actor));
  const { db } = services.database;
  const { rows } = await groups.searchGroups(db, { ...groups.BY_NAME, limit: MAX_PROVISIONED_GROUPS, offset: 0 });
  return {
    address: origin + BASE,
    tokens: await listKeysOf({ db }, 'scim'),
    groups: rows.map((row) => groupAnswer(row, row.members)),
  };
}

async function lockedGroup(context: Context, tx: Kysely<Tables>, id: string): Promise<groups.GroupRow> {
  assertAllowed(mayManageOrganisation(context.actor));
  // In the order in which a client's changes take them.
  await holdReportingLines(tx);
  await groups.holdGroups(tx);
  const row = await groups.lockGroup(tx, id);
  if (!row) throw notFound();
  return row;
}

/** Says what a group gives; its members get and lose it at once (SCIM-9). */
function changeGroup(context: Context, id: string, request: CommandRequest): Promise<CommandResult> {
  return change<groups.GroupRow>(context, request, {
    authorize: (tx) => lockedGroup(context, tx, id),
    execute: async (tx, row) => {
      const members = await groups.memberIds(tx, id);
      if (context.ifMatch !== null && context.ifMatch !== row.version)
        throw movedOn('VERSION_CONFLICT', { current: groupAnswer(row, members.length) });
      const body = provisionedGroupBody.safeParse(request.body);
      if (!body.success) throw malformed('The body needs roles.', 'roles');
      const roles = rolesInOrder(body.data.roles);
      const changes = { roles, updated_at: context.now };
      await followingGroups(tx, context, members, () => groups.writeGroup(tx, row, changes));
      const after = { ...row, roles, version: row.version + 1 };
      const what = { action: 'group-roles', before: { roles: row.roles }, after: { roles } };
      await auditGroup(tx, context, after, what);
      return { answer: { success: true, data: groupAnswer(after, members.length) }, recordId: id };
    },
  });
}

/** `/api/v1/organisation/provisioning…` */
export const provisioningCalls = (services: Services): Served[] => [
  serve(calls.getProvisioning, async ({ request }) => {
    const origin = originOfServer(request, services.env.publicUrl, isHttps(services.env, request.raw));
    return { success: true, data: await provisioningOf(contextOf(services, request), origin) };
  }),
  serve(calls.createProvisioningToken, async ({ request }) => ({
    success: true,
    data: await createKeyOf(contextOf(services, request, true), { scope: 'scim', noun: 'tokens' }, request.body),
  })),
  serve(calls.endProvisioningToken, changingOne(services, endKeyOf('scim'))),
  serve(calls.updateProvisionedGroup, changingOne(services, changeGroup)),
];
