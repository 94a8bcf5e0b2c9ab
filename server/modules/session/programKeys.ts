import * as calls from '#contract/calls/apiKeys.ts';
import { MAX_PROVISIONING_TOKENS, MAX_PROVISIONING_TOKENS_LISTED } from '#contract/limits.ts';
import { provisioningTokenBody, type ProvisioningToken } from '#contract/provisioning.ts';
import { mayManageOrganisation } from '#domain/access.ts';
import { parseToken } from '#domain/provisioning.ts';
import { invalidRequest, malformed, notFound, Refusal } from '#server/platform/base/errors.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { ApiScope } from '#server/platform/database/tables/guardTables.ts';
import { transact } from '#server/platform/database/transact.ts';
import { assertAllowed } from '#server/platform/http/assertAllowed.ts';
import { contextOf, type Context } from '#server/platform/http/context.ts';
import { serve, type Served } from '#server/platform/http/endpoints.ts';
import type { Services } from '#server/platform/http/services.ts';
import { change, type CommandRequest, type CommandResult } from '#server/platform/idempotency/change.ts';
import { changingOne } from '#server/platform/idempotency/changing.ts';
import { makeKey, revokeKey } from './apiKeys.ts';
import { countKeys, keysOf } from './repository/apiKeys.ts';

/** What organisation admins do with keys of programs, each scope on its page (SCIM-1, ORG-35). */

const DAY = 86_400_000;

/** The newest keys of a scope, those that have ended among them. */
export async function listKeysOf({ db }: Pick<Database, 'db'>, scope: ApiScope): Promise<ProvisioningToken[]> {
  return (await keysOf(db, scope, MAX_PROVISIONING_TOKENS_LISTED)).map((key) => ({
    tokenId: key.id,
    name: key.name,
    createdAt: key.created_at,
    lastUsedAt: key.last_used_at,
    expiresAt: key.expires_at,
    endedAt: key.ended_at,
  }));
}

function parseBody(body: unknown): { name: string; days: number | null } {
  const shape = provisioningTokenBody.safeParse(body);
  if (!shape.success) throw malformed('The body needs a name, and days or null.', 'name');
  const read = parseToken(shape.data);
  if (!read.ok) throw invalidRequest(read.message, read.errors);
  return read.value;
}

/**
 * Makes a key of a scope; `noun`: what it is called there. Unlike other changes it is not kept under the request's key:
 * the answer holds the key, which is stored nowhere.
 */
export async function createKeyOf(
  context: Context,
  { scope, noun }: { scope: ApiScope; noun: string },
  body: unknown,
): Promise<ProvisioningToken & { token: string }> {
  const { services, actor, now, origin } = context;
  assertAllowed(mayManageOrganisation(actor));
  const { name, days } = parseBody(body);
  const { database } = services;
  const expiresAt = days === null ? null : now + days * DAY;
  const made = await transact(database.db, async (tx) => {
    if ((await countKeys(tx, scope, now)) >= MAX_PROVISIONING_TOKENS)
      throw new Refusal('CONFLICT', `There are ${MAX_PROVISIONING_TOKENS} ${noun} already. Please end one first.`);
    return makeKey(tx, { scope, name, expiresAt }, { at: now, actorId: actor.id, origin });
  });
  await database.durable();
  return { tokenId: made.id, name, createdAt: now, lastUsedAt: null, expiresAt, endedAt: null, token: made.key };
}

/** Ends a key of a scope at once. */
export const endKeyOf =
  (scope: ApiScope) =>
  (context: Context, id: string, request: CommandRequest): Promise<CommandResult> =>
    change<null>(context, request, {
      authorize: async () => {
        assertAllowed(mayManageOrganisation(context.actor));
        return null;
      },
      execute: async (tx) => {
        const by = { at: context.now, actorId: context.actor.id, origin: context.origin };
        if (!(await revokeKey(tx, { id, scope }, by))) throw notFound();
        return { answer: { success: true, data: { tokenId: id } }, recordId: null };
      },
    });

/** `/api/v1/organisation/keys…` */
export const apiKeyCalls = (services: Services): Served[] => [
  serve(calls.listApiKeys, async ({ request }) => {
    assertAllowed(mayManageOrganisation(contextOf(services, request).actor));
    return { success: true, data: await listKeysOf(services.database, 'intake') };
  }),
  serve(calls.createApiKey, async ({ request }) => {
    const context = contextOf(services, request, true);
    return { success: true, data: await createKeyOf(context, { scope: 'intake', noun: 'keys' }, request.body) };
  }),
  serve(calls.endApiKey, changingOne(services, endKeyOf('intake'))),
];
