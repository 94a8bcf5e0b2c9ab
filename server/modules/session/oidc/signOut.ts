import { jwtVerify, type JWTPayload } from 'jose';
import { buildEndSessionUrl } from 'openid-client';
import * as z from 'zod/mini';
import { sha256 } from '#server/platform/base/canonical.ts';
import { malformed, notFound, unavailable } from '#server/platform/base/errors.ts';
import { transact } from '#server/platform/database/transact.ts';
import { attempt } from '#server/platform/limits/attempts.ts';
import { auditSignOuts } from '../accessAudit.ts';
import { openIdToken } from '../idToken.ts';
import { assertFresh, subjectText } from '../identity.ts';
import { enabledProvider } from '../repository/identityProviders.ts';
import { endSessionsOfProvider, providerOfSession, takeToken } from '../repository/sessions.ts';
import { faultIn } from './faults.ts';
import type { OidcServices } from './signIn.ts';

/** Sign-out at providers, in both directions (SES-35). */

/** A page that signs out waits three seconds for its answer. */
const PATIENCE = 1_500;

/**
 * Where the person behind a session signs out at its provider too; null where the session is of another way, or the
 * provider has no such address or cannot be asked now. `home`: where the provider sends them back to.
 */
export async function providerSignOut(
  { services, clients }: OidcServices,
  tokenHash: string,
  home: string,
): Promise<string | null> {
  const { database, env } = services;
  const session = await providerOfSession(database.db, tokenHash);
  if (!session) return null;
  const late = new Promise<null>((done) => void setTimeout(done, PATIENCE, null).unref());
  const client = await Promise.race([clients(session).catch(() => null), late]);
  if (client?.config.serverMetadata().end_session_endpoint === undefined) return null;
  const hint = openIdToken(env, session.id_token);
  const asked = { post_logout_redirect_uri: home, ...(hint !== null && { id_token_hint: hint }) };
  return buildEndSessionUrl(client.config, asked).href;
}

const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
const MAX_TOKEN_CHARS = 8_192;
const SKEW_SECONDS = 60;
/** None of a shared secret: what a provider signs with it, whoever has the secret could. */
const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];
const DAY = 86_400_000;

const claims = z.object({
  iat: z.number(),
  exp: z.optional(z.number()),
  jti: z.string().check(z.minLength(1), z.maxLength(255)),
  sub: z.optional(subjectText),
  sid: z.optional(subjectText),
  events: z.record(z.string(), z.unknown()),
});

const wrong = (): Error => malformed('The logout token is not valid.', 'logout_token');

/**
 * Ends the sessions that a provider's logout token names: its signature, issuer, audience, event and freshness are
 * checked, it has no nonce, and it works once. Refuses by 400 any other, by 404 an unknown provider, by 503 where the
 * keys of the provider cannot be fetched.
 */
export async function endByProvider(
  { services, clients }: OidcServices,
  providerId: string,
  token: string,
  from: { network: string; origin: string },
): Promise<void> {
  const { database, clock } = services;
  const limit = { bucket: `oidc-logout:${sha256(from.network)}`, most: 30, windowMillis: 60_000 };
  await attempt(services, limit, 'Too many wrong logout tokens. Please wait a minute.', async () => {
    const provider = await enabledProvider(database.db, providerId);
    if (!provider) throw notFound();
    if (token.length > MAX_TOKEN_CHARS) throw wrong();
    const now = clock();
    const client = await clients(provider).catch(() => null);
    if (!client) throw unavailable();
    const terms = {
      algorithms: ALGORITHMS,
      issuer: client.config.serverMetadata().issuer,
      audience: provider.client_id,
      currentDate: new Date(now),
      clockTolerance: SKEW_SECONDS,
    };
    let payload: JWTPayload;
    try {
      payload = (await jwtVerify(token, client.keys, terms)).payload;
    } catch (error) {
      throw faultIn(error) ? unavailable() : wrong();
    }
    const read = claims.safeParse(payload);
    if (!read.success || 'nonce' in payload) throw wrong();
    const { iat, exp, jti, sub = null, sid = null, events } = read.data;
    const isLogout = typeof events[EVENT] === 'object' && events[EVENT] !== null;
    if (!isLogout || (sub === null && sid === null)) throw wrong();
    try {
      assertFresh(iat, now);
    } catch {
      throw wrong();
    }
    await transact(database.db, async (tx) => {
      const tokenId = sha256(`logout ${provider.id} ${jti}`);
      if (!(await takeToken(tx, tokenId, Math.max((exp ?? 0) * 1000, now + DAY)))) throw wrong();
      const ended = await endSessionsOfProvider(tx, { id: provider.id, subject: sub, sid }, now);
      await auditSignOuts(tx, ended, { now, origin: from.origin }, null);
    });
    await database.durable();
  });
}
