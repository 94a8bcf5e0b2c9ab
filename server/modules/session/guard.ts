import type { FastifyInstance, FastifyRequest } from 'fastify';
import { HEADERS, PLATFORM } from '#contract/headers.ts';
import { MESSAGES } from '#contract/error.ts';
import { dayOf } from '#domain/dates.ts';
import { judgeLeaverCall } from '#domain/leaver.ts';
import { judgeSignInAge } from '#domain/session.ts';
import { isClientTooOld } from '#domain/version.ts';
import { forbidden, Refusal, unauthenticated, notFound } from '#server/platform/base/errors.ts';
import {
  needsTouch,
  personOfSession,
  sessionLifetimes,
  touchSession,
  type SessionPerson,
} from './repository/sessions.ts';
import { sha256 } from '#server/platform/base/canonical.ts';
import { assertAllowed } from '#server/platform/http/assertAllowed.ts';
import { signClock } from '#server/platform/http/signatures.ts';
import { originOf, type Actor } from '#server/platform/http/context.ts';
import type { Services } from '#server/platform/http/services.ts';
import { looksLikeToken, tokenOf } from '#server/platform/http/request.ts';
import { actorOf } from '#server/modules/people/index.ts';
import { createHash, timingSafeEqual } from 'node:crypto';
import { networkOf } from '#server/platform/base/network.ts';
import { goodKey, hasKeys } from './repository/apiKeys.ts';
import type { Limit } from '#server/platform/limits/repository.ts';
import { auditingRefusals } from './accessAudit.ts';
import { attempt } from '#server/platform/limits/attempts.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The signed-in person; set in guarded scopes. */
    actor: Actor | null;
  }
}

const WRONG_USER = 'This was made by another person on this device. Sign in as that person to send it.';

/**
 * Refuses what another person's page or outbox asks (WIRE-13, ID-5, N3, P14). The id counts where it is named: an
 * address may have been changed since, or be somebody else's by now (P10).
 */
function refuseForeignAccount(request: FastifyRequest, actor: Actor): void {
  const personId = request.headers[HEADERS.personId];
  if (personId !== undefined) {
    if (personId !== actor.id) throw new Refusal('WRONG_USER', WRONG_USER);
    return;
  }
  const account = request.headers[HEADERS.account];
  if (account === undefined) return;
  if (typeof account !== 'string' || account.trim().toLowerCase() !== actor.email)
    throw new Refusal('WRONG_USER', WRONG_USER);
}

/** Calls of clients up to 400 days older than this server are understood; of older ones nothing is guessed (SW-1). */
function refuseOldClient(request: FastifyRequest, version: string): void {
  const client = request.headers[HEADERS.clientVersion];
  if (typeof client === 'string' && isClientTooOld(client, version))
    throw new Refusal('CLIENT_TOO_OLD', MESSAGES.clientTooOld);
}

/** Who asks. Somebody who has left has no role any more, and stands in for nobody (ORG-42). */
const actorOfSession = (person: SessionPerson): Actor =>
  person.left_at === null
    ? actorOf(person)
    : { ...actorOf(person), roles: [], standsInFor: [], leftAt: person.left_at };

/**
 * Makes every route of the scope ask for a living session: 401 before a body is read; and, where its call says so, for
 * one of a recent sign-in: 403 SIGN_IN_AGAIN (SES-44). A session of who has left is refused whatever call does not say
 * that it is for them (ORG-42).
 */
export function guardBySession(services: Services): (scope: FastifyInstance) => void {
  const lifetimes = sessionLifetimes(services.env);
  return (scope) => {
    scope.addHook('onRequest', async (request, reply) => {
      refuseOldClient(request, services.env.version);
      const token = tokenOf(request);
      if (!looksLikeToken(token)) throw unauthenticated();
      const hash = sha256(token);
      const now = services.clock();
      const today = dayOf(now, services.env.timeZone);
      const person = await personOfSession(services.database.db, { tokenHash: hash, now, today, lifetimes });
      if (!person) throw unauthenticated();
      request.actor = actorOfSession(person);
      // A page of another origin cannot set it without a preflight, which is refused (Z61).
      if (request.headers[HEADERS.platform] !== PLATFORM) throw forbidden();
      reply.header(HEADERS.heardAt, signClock(services, person.id, now));
      // Whose answer this is, a refusal's too: a page that runs for somebody else stores nothing of it (P14).
      reply.header(HEADERS.personId, request.actor.id);
      refuseForeignAccount(request, request.actor);
      if (request.actor.leftAt !== undefined)
        assertAllowed(judgeLeaverCall(request.routeOptions.config.leaver === true));
      if (request.routeOptions.config.recentSignIn === true)
        assertAllowed(judgeSignInAge(person.signed_in_at, now, services.env.recentSignInMinutes));
      if (needsTouch(person.last_used_at, now)) await touchSession(services.database.db, hash, now);
    });
  };
}

const FAILURES_A_MINUTE = 10;

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Compared by their hashes, which have equal length: timing reveals nothing of the key. */
const sameKey = (given: string, wanted: string): boolean => timingSafeEqual(digest(given), digest(wanted));

/**
 * Makes every route of the scope ask for a key of the intake before a body is read: one that `npm run keys` made (S13),
 * found by its hash, or that of the setting. 404 while there is none, 401 for another one, 429 for an address that has
 * tried ten in a minute (CNV-4).
 */
export function guardByKey(services: Services): (scope: FastifyInstance) => void {
  const { env, clock } = services;
  const isGood = async (key: string): Promise<boolean> =>
    (env.integrationApiKey !== null && sameKey(key, env.integrationApiKey)) ||
    (await goodKey(services.database.db, 'intake', sha256(key), clock())) !== undefined;
  return (scope) => {
    scope.addHook('onRequest', async (request) => {
      if (env.integrationApiKey === null && !(await hasKeys(services.database.db, 'intake', clock()))) throw notFound();
      const given = request.headers[HEADERS.apiKey];
      await tryingKeys(services, request, async () => {
        if (typeof given !== 'string' || !(await isGood(given))) throw unauthenticated();
      });
    });
  };
}

/** Tries a key: refusals go on record, and an address has ten in a minute. */
function tryingKeys<Result>(services: Services, request: FastifyRequest, run: () => Promise<Result>): Promise<Result> {
  const place = networkOf(request.ip);
  const limit: Limit = { bucket: `api-key:${sha256(place)}`, most: FAILURES_A_MINUTE, windowMillis: 60_000 };
  const attempted = { how: 'key', place, network: place, email: '', origin: originOf(request) };
  return auditingRefusals(services, attempted, () =>
    attempt(services, limit, 'Too many wrong keys. Please wait a minute.', run),
  );
}

const BEARER = /^Bearer ([A-Za-z0-9_-]{20,100})$/i;

/**
 * The key of a SCIM client, which it sends as a bearer token (SCIM-1): 401 for another one, an ended one or none, 429
 * for an address that has tried ten in a minute. A good one costs one look, so that 20,000 people are not counted.
 */
export async function provisioningKeyOf(
  services: Services,
  request: FastifyRequest,
): Promise<{ id: string; name: string }> {
  const given = BEARER.exec(request.headers.authorization ?? '')?.[1];
  const key = given && (await goodKey(services.database.db, 'scim', sha256(given), services.clock()));
  return key || tryingKeys(services, request, async () => Promise.reject(unauthenticated()));
}
