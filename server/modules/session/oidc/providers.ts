import type { Kysely } from 'kysely';
import { OIDC_CALLBACK, OIDC_START } from '#contract/calls/oidc.ts';
import type { AnswerOf } from '#contract/endpoint.ts';
import type { tryIdentityProvider } from '#contract/calls/identityProviders.ts';
import type { IdentityProvider, IdentityProviderBody } from '#contract/identityProvider.ts';
import { MAX_IDENTITY_PROVIDERS } from '#contract/limits.ts';
import { mayManageOrganisation } from '#domain/access.ts';
import { parseIdentityProvider, parseIssuer } from '#domain/identityProvider.ts';
import { appendAudit } from '#server/platform/audit/audit.ts';
import { lastAuditHashes } from '#server/platform/audit/repository/audit.ts';
import { invalidRequest, movedOn, notFound, Refusal } from '#server/platform/base/errors.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { assertAllowed } from '#server/platform/http/assertAllowed.ts';
import type { Context } from '#server/platform/http/context.ts';
import { change, type CommandRequest, type CommandResult } from '#server/platform/idempotency/change.ts';
import { removeSecret, replaceSecret } from '#server/platform/secrets/repository.ts';
import { forgetOtherSubjects, tellAdmins } from '#server/modules/people/index.ts';
import { auditSignOuts } from '../accessAudit.ts';
import { endSessionsOpenedAt } from '../repository/sessions.ts';
import * as stored from '../repository/identityProviders.ts';
import type { ProviderRow } from '../repository/identityProviders.ts';
import { discover, secretNameOf } from './clients.ts';
import { faultIn, ProviderFault } from './faults.ts';
import { sourceOf } from './vouched.ts';

/** What organisation admins do with OpenID Connect providers (SES-36). */

const answerOf = (row: ProviderRow, hasSecret: boolean): IdentityProvider => ({
  providerId: row.id,
  name: row.name,
  issuer: row.issuer,
  clientId: row.client_id,
  domains: row.domains,
  trustsEmail: row.trusts_email,
  groupsClaim: row.groups_claim,
  groupRoles: row.group_roles,
  enabled: row.enabled,
  position: row.position,
  hasSecret,
  version: row.version,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

/** All providers, and what is registered at each: `origin` is where people reach this server. */
export async function listProviders({ services, actor }: Context, origin: string) {
  assertAllowed(mayManageOrganisation(actor));
  const { db } = services.database;
  const rows = await stored.allProviders(db);
  const secrets = await stored.namesOfSecrets(
    db,
    rows.map(({ id }) => secretNameOf(id)),
  );
  return {
    providers: rows.map((row) => answerOf(row, secrets.has(secretNameOf(row.id)))),
    redirectUri: origin + OIDC_CALLBACK,
    signOutUri: origin + OIDC_START.path.replace(/start$/, 'logout').replace(':provider', '{providerId}'),
  };
}

const columnsOf = (input: IdentityProviderBody) => ({
  name: input.name,
  issuer: input.issuer,
  client_id: input.clientId,
  domains: input.domains,
  trusts_email: input.trustsEmail,
  groups_claim: input.groupsClaim,
  group_roles: input.groupRoles === null ? null : JSON.stringify(input.groupRoles),
  enabled: input.enabled,
  position: input.position,
});

function parseBody(body: unknown): IdentityProviderBody {
  const read = parseIdentityProvider(body);
  if (!read.ok) throw invalidRequest(read.message, read.errors);
  return read.value;
}

/** Keeps the secret that was sent, and whether there is one by now. */
async function writeSecret(context: Context, tx: Kysely<Tables>, id: string, secret: string | null | undefined) {
  const store = { db: tx, keys: context.services.env.secretsKeys };
  const name = secretNameOf(id);
  if (secret) await replaceSecret(store, name, secret);
  else if (secret === null || secret === '') await removeSecret(store, name);
  return (await stored.namesOfSecrets(tx, [name])).has(name);
}

async function audit(
  context: Context,
  tx: Kysely<Tables>,
  { id, version }: { id: string; version: number },
  { action, before, after }: { action: string; before: object | null; after: object | null },
): Promise<void> {
  const who = { actorId: context.actor.id, at: context.now, origin: context.origin, requestKey: context.key };
  const what = { recordId: id, recordKind: 'identityProvider', version, action };
  const [from, to] = [before, after].map((each) => each && { ...(each as Record<string, unknown>) });
  const entry = { ...who, ...what, before: from ?? null, after: to ?? null };
  await appendAudit(tx, entry, (await lastAuditHashes(tx, [id])).get(id) ?? '');
  await tellAdmins(tx, context, [{ ...entry, personId: null }]);
}

/** What the log keeps of a provider: all but its secret, of which it says that it was replaced. */
const logged = (row: ProviderRow, secret?: unknown): object => {
  const { version: _version, createdAt: _created, updatedAt: _updated, ...rest } = answerOf(row, false);
  return { ...rest, hasSecret: undefined, ...(secret !== undefined && { secret: 'replaced' }) };
};

async function written(tx: Kysely<Tables>, id: string): Promise<ProviderRow> {
  const row = await stored.lockProvider(tx, id);
  if (!row) throw new Error('A provider that was just written is not there');
  return row;
}

/** Adds a provider, once for a key. */
export function createProvider(context: Context, request: CommandRequest): Promise<CommandResult> {
  return change<null>(context, request, {
    authorize: async () => {
      assertAllowed(mayManageOrganisation(context.actor));
      return null;
    },
    execute: async (tx) => {
      const input = parseBody(request.body);
      await stored.holdProviders(tx);
      if ((await stored.allProviders(tx)).length >= MAX_IDENTITY_PROVIDERS)
        throw new Refusal(
          'CONFLICT',
          `There are ${MAX_IDENTITY_PROVIDERS} providers already. Please remove one first.`,
        );
      const id = context.newId('IDP');
      const times = { created_at: context.now, updated_at: context.now };
      await stored.insertProvider(tx, { id, ...columnsOf(input), version: 1, ...times });
      const hasSecret = await writeSecret(context, tx, id, input.clientSecret);
      const row = await written(tx, id);
      await audit(context, tx, row, { action: 'provider-add', before: null, after: logged(row, input.clientSecret) });
      return { answer: { success: true, data: answerOf(row, hasSecret) }, recordId: id };
    },
  });
}

async function lockedProvider(context: Context, tx: Kysely<Tables>, id: string): Promise<ProviderRow> {
  assertAllowed(mayManageOrganisation(context.actor));
  const row = await stored.lockProvider(tx, id);
  if (!row) throw notFound();
  return row;
}

function assertVersion({ ifMatch }: Context, row: ProviderRow): void {
  if (ifMatch !== null && ifMatch !== row.version) throw movedOn('VERSION_CONFLICT', { current: answerOf(row, false) });
}

const ISSUER_STAYS = 'The issuer of a provider cannot be changed. Please add another provider';

/**
 * Signs out whoever came in through a provider that is no more to be trusted; who switches it off stays, or there might
 * be nobody left to switch it on again.
 */
async function signOutAt({ actor, now, origin }: Context, tx: Kysely<Tables>, id: string): Promise<void> {
  await auditSignOuts(tx, await endSessionsOpenedAt(tx, id, actor.id, now), { now, origin }, actor.id);
}

/** Changes a provider, or switches it on or off. People are known by its issuer, which stays. */
export function changeProvider(context: Context, id: string, request: CommandRequest): Promise<CommandResult> {
  return change<ProviderRow>(context, request, {
    authorize: (tx) => lockedProvider(context, tx, id),
    execute: async (tx, before) => {
      assertVersion(context, before);
      const input = parseBody(request.body);
      if (input.issuer !== before.issuer) throw invalidRequest(ISSUER_STAYS, { issuer: ISSUER_STAYS });
      const changes = { ...columnsOf(input), version: before.version + 1, updated_at: context.now };
      await stored.updateProvider(tx, id, changes);
      if (before.enabled && !input.enabled) await signOutAt(context, tx, id);
      const hasSecret = await writeSecret(context, tx, id, input.clientSecret);
      const row = await written(tx, id);
      const what = { action: 'provider-change', before: logged(before), after: logged(row, input.clientSecret) };
      await audit(context, tx, row, what);
      return { answer: { success: true, data: answerOf(row, hasSecret) }, recordId: id };
    },
  });
}

/** Removes a provider and its secret; whoever came in through it is signed out. */
export function removeProvider(context: Context, id: string, request: CommandRequest): Promise<CommandResult> {
  return change<ProviderRow>(context, request, {
    authorize: (tx) => lockedProvider(context, tx, id),
    execute: async (tx, row) => {
      assertVersion(context, row);
      await signOutAt(context, tx, id);
      await removeSecret({ db: tx }, secretNameOf(id));
      await stored.removeProvider(tx, id);
      const gone = { id, version: row.version + 1 };
      await audit(context, tx, gone, { action: 'provider-remove', before: logged(row), after: null });
      return { answer: { success: true, data: { providerId: id } }, recordId: id };
    },
  });
}

const SWITCHED_OFF = 'This provider is switched off. Please switch it on first';

/**
 * Lets everybody who signed in another way so far come in through this provider (SES-46): whoever it vouches for with
 * a person's address is that person from then on. Refuses by CONFLICT one that is switched off.
 */
export function moveToProvider(context: Context, id: string, request: CommandRequest): Promise<CommandResult> {
  return change<ProviderRow>(context, request, {
    authorize: (tx) => lockedProvider(context, tx, id),
    execute: async (tx, row) => {
      assertVersion(context, row);
      if (!row.enabled) throw new Refusal('CONFLICT', SWITCHED_OFF);
      const moved = await forgetOtherSubjects(tx, sourceOf(row.issuer), context.now);
      const version = row.version + 1;
      await stored.updateProvider(tx, id, { version, updated_at: context.now });
      const after = { moved, name: row.name, issuer: row.issuer };
      await audit(context, tx, { id, version }, { action: 'provider-move', before: null, after });
      return { answer: { success: true, data: { moved } }, recordId: id };
    },
  });
}

/** Asks an issuer for metadata and keys. Refuses by 422 in the words of what is wrong. */
export async function tryProvider(
  { actor, now }: Context,
  body: unknown,
): Promise<AnswerOf<typeof tryIdentityProvider>['data']> {
  assertAllowed(mayManageOrganisation(actor));
  const issuer = parseIssuer((body as { issuer?: unknown } | null)?.issuer);
  if ('message' in issuer) throw invalidRequest(issuer.message, { issuer: issuer.message });
  try {
    const { config, countKeys } = await discover({ issuer: issuer.value, client_id: 'trial' }, null, { now });
    const keys = await countKeys();
    if (keys === 0) throw new ProviderFault('unsigned');
    const { issuer: said, end_session_endpoint } = config.serverMetadata();
    return { issuer: said, keys, signsOut: end_session_endpoint !== undefined };
  } catch (error) {
    const fault = faultIn(error);
    if (!fault) throw error;
    throw invalidRequest(fault.message, { issuer: fault.message });
  }
}
