import type { FastifyRequest } from 'fastify';
import { codeLogin, getLoggedInDetails, googleLogin, logout, sendSignInCode } from '#contract/calls/session.ts';
import * as calls from '#contract/calls/identityProviders.ts';
import { oidcLogin } from '#contract/calls/oidc.ts';
import { knownKeys, sentRequests } from '#contract/calls/users.ts';
import type { AnswerOf } from '#contract/endpoint.ts';
import { IDEMPOTENCY_KEY_PATTERN, MAX_ASKED_KEYS } from '#contract/limits.ts';
import { HEADERS } from '#contract/headers.ts';
import { codeLoginBody, codeRequestBody, loginBody, type LoginAnswer } from '#contract/session.ts';
import { sha256 } from '#server/platform/base/canonical.ts';
import { malformed } from '#server/platform/base/errors.ts';
import { contextOf, originOf, readDeviceId, type Actor, type Context } from '#server/platform/http/context.ts';
import { serve, type Served } from '#server/platform/http/endpoints.ts';
import { looksLikeToken, tokenOf } from '#server/platform/http/request.ts';
import type { Services } from '#server/platform/http/services.ts';
import { countTaken, knownKeys as keysKnown } from '#server/platform/idempotency/repository/keys.ts';
import { claimantOf } from './claimant.ts';
import { organisationsOf } from '#server/modules/organisation/index.ts';
import { deviceSecrets } from './deviceSecrets.ts';
import { claimedEmail } from './identity.ts';
import { browserOf, originOfServer } from './oidc/routes.ts';
import {
  changeProvider,
  createProvider,
  listProviders,
  moveToProvider,
  removeProvider,
  tryProvider,
} from './oidc/providers.ts';
import { changing, changingOne } from '#server/platform/idempotency/changing.ts';
import { providerSignOut } from './oidc/signOut.ts';
import { exchange, type OidcServices } from './oidc/signIn.ts';
import { isHttps } from '#server/platform/http/everyAnswer.ts';
import { deviceOfSession } from './repository/sessions.ts';
import { accountOf, signIn, signInByCode, signOut } from './session.ts';
import { askForCode } from './signInCodes.ts';

/**
 * Of these keys, joined with |, the ones under which an answer to this person is kept (X58). Throws MALFORMED for more
 * than 100.
 */
async function keysKnownOf(context: Context, joined: string): Promise<string[]> {
  const keys = joined.split('|');
  if (keys.length > MAX_ASKED_KEYS || keys.some((key) => !IDEMPOTENCY_KEY_PATTERN.test(key)))
    throw malformed('Bad value for keys.', 'keys');
  const { database } = context.services;
  const known = await keysKnown(database.db, context.actor.id, keys);
  // To the phone it is an answer to each of them.
  if (known.length > 0) await database.confirmed();
  return known;
}

/** So far back it is counted what has arrived (ST-3). */
const SENT_DAYS = 30;

const DAY_MS = 86_400_000;

/**
 * What the server has of a person whose device has lost its data (ST-3). `session`: hash of its token, and the id that
 * the device has now.
 */
async function sentRequestsOf(
  { services, actor, now }: Context,
  session: { hash: string; deviceId: string | null },
): Promise<AnswerOf<typeof sentRequests>['data']> {
  const { db } = services.database;
  const [count, before] = await Promise.all([
    countTaken(db, actor.id, now - SENT_DAYS * DAY_MS),
    deviceOfSession(db, session.hash),
  ]);
  return { count, days: SENT_DAYS, otherDevice: before !== null && before !== session.deviceId };
}

/** What a device asks that may have lost something, or whose server may have. */
export const sentRequestCalls = (services: Services): Served[] => [
  serve(knownKeys, async ({ request, query }) => ({
    success: true,
    data: await keysKnownOf(contextOf(services, request), query['keys'] ?? ''),
  })),
  serve(sentRequests, async ({ request }) => ({
    success: true,
    data: await sentRequestsOf(contextOf(services, request), {
      hash: sha256(tokenOf(request)),
      deviceId: readDeviceId(request),
    }),
  })),
];

/** What the page keeps of its nonce; null where it knows of none. */
function verifierOf(request: FastifyRequest): string | null {
  const verifier = request.headers[HEADERS.nonceVerifier];
  return typeof verifier === 'string' ? verifier : null;
}

/** The answer to a sign-in, by either way. */
export async function welcome(
  services: Services,
  deviceId: string | null,
  { token, actor, picture }: { token: string; actor: Actor; picture?: string | null },
): Promise<LoginAnswer> {
  const secret = deviceId === null ? {} : await deviceSecrets(services, actor, deviceId);
  return {
    success: true,
    token,
    accountDetails: { ...accountOf(actor), ...(picture && { picture }) },
    orgDetails: await organisationsOf(services.database.db),
    ...secret,
  };
}

/** `/api/v1/organisation/identityProviders…` (SES-36) */
export const identityProviderCalls = (services: Services): Served[] => [
  serve(calls.listIdentityProviders, async ({ request }) => {
    const origin = originOfServer(request, services.env.publicUrl, isHttps(services.env, request.raw));
    return { success: true, data: await listProviders(contextOf(services, request), origin) };
  }),
  serve(calls.createIdentityProvider, changing(services, createProvider)),
  serve(calls.updateIdentityProvider, changingOne(services, changeProvider)),
  serve(calls.removeIdentityProvider, changingOne(services, removeProvider)),
  serve(calls.moveToIdentityProvider, changingOne(services, moveToProvider)),
  serve(calls.tryIdentityProvider, async ({ request }) => ({
    success: true,
    data: await tryProvider(contextOf(services, request), request.body),
  })),
];

/** Sign-in, who one is, sign-out. */
export const sessionCalls = (services: Services, oidc: OidcServices): Served[] => [
  serve(googleLogin, async ({ request }) => {
    const body = loginBody.safeParse(request.body);
    if (!body.success) throw malformed('The body needs a credential.', 'credential');
    const device = claimantOf(services, request, claimedEmail(body.data.credential));
    const claimant = { ...device, verifier: verifierOf(request) };
    return welcome(services, device.deviceId, await signIn(services, body.data.credential, claimant));
  }),

  serve(oidcLogin, async ({ request }) => {
    const body = oidcLogin.body.safeParse(request.body);
    if (!body.success) throw malformed('The body needs a ticket.', 'ticket');
    const claimant = claimantOf(services, request, '');
    const browser = browserOf(request, isHttps(services.env, request.raw));
    return welcome(services, claimant.deviceId, await exchange(oidc, body.data.ticket, browser, claimant));
  }),

  serve(sendSignInCode, async ({ request }) => {
    const body = codeRequestBody.safeParse(request.body);
    if (!body.success) throw malformed('The body needs an email.', 'email');
    return {
      success: true,
      data: await askForCode(services, body.data.email, claimantOf(services, request, body.data.email)),
    };
  }),

  serve(codeLogin, async ({ request }) => {
    const body = codeLoginBody.safeParse(request.body);
    if (!body.success) throw malformed('The body needs an email and a code.', 'code');
    const device = claimantOf(services, request, body.data.email);
    return welcome(services, device.deviceId, await signInByCode(services, body.data, device));
  }),

  serve(getLoggedInDetails, async ({ request }) => {
    const { actor } = contextOf(services, request);
    const deviceId = readDeviceId(request);
    const secret = deviceId === null ? {} : await deviceSecrets(services, actor, deviceId);
    const orgDetails = await organisationsOf(services.database.db);
    return { success: true, accountDetails: accountOf(actor), orgDetails, ...secret };
  }),

  serve(logout, async ({ request }) => {
    const token = tokenOf(request);
    const home = `${originOfServer(request, services.env.publicUrl, isHttps(services.env, request.raw))}/`;
    const leave = looksLikeToken(token) ? await providerSignOut(oidc, sha256(token), home) : null;
    await signOut(services, token, originOf(request));
    return { success: true, ...(leave !== null && { leave }) };
  }),
];
