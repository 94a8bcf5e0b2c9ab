import { authorizationCodeGrant, fetchUserInfo, AuthorizationResponseError, ResponseBodyError } from 'openid-client';
import * as z from 'zod/mini';
import { sha256 } from '#server/platform/base/canonical.ts';
import { forbidden, Refusal, unauthenticated, unavailable } from '#server/platform/base/errors.ts';
import {
  assertFresh,
  assertVerified,
  emailText,
  subjectText,
  tokenIdOf,
  wrongAccount,
  type Identity,
} from '../identity.ts';
import type { ProviderRow } from '../repository/identityProviders.ts';
import type { ProviderClient } from './clients.ts';
import { faultIn } from './faults.ts';

const NO_EMAIL = 'Your account at this provider has no e-mail address. Ask your administrator.';
const CANCELLED = 'The provider did not sign you in. Please try again.';
const UNAVAILABLE = 'Sign-in is not available right now. Please try again in a moment.';

/** Not the fault of who signs in: this server is not, or no longer, known to the provider. */
const MISCONFIGURED = new Set(['invalid_client', 'unauthorized_client', 'invalid_scope', 'unsupported_grant_type']);

/** What went wrong at the provider, as a refusal; the reason goes to the audit log alone. */
function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  const fault = faultIn(error);
  if (fault) return unavailable(UNAVAILABLE);
  if (error instanceof AuthorizationResponseError)
    return new Refusal('FORBIDDEN', CANCELLED, { logged: `the provider answers ${error.error.slice(0, 60)}` });
  if (error instanceof ResponseBodyError) {
    if (MISCONFIGURED.has(error.error)) return unavailable(UNAVAILABLE);
    return unauthenticated(`the provider answers ${error.error.slice(0, 60)}`);
  }
  const code = (error as { code?: unknown }).code;
  return unauthenticated(`not an ID token of this provider (${typeof code === 'string' ? code : 'unknown'})`);
}

const claims = z.object({
  sub: subjectText,
  iat: z.number(),
  exp: z.number(),
  jti: z.optional(z.string()),
  sid: z.optional(z.string().check(z.maxLength(255))),
  auth_time: z.optional(z.number().check(z.minimum(0), z.maximum(Number.MAX_SAFE_INTEGER / 1000))),
});
const profile = z.object({
  email: z.optional(z.nullable(emailText)),
  email_verified: z.optional(z.union([z.boolean(), z.string()])),
  picture: z.optional(z.nullable(z.string())),
});

const MAX_GROUPS = 1_000;

/**
 * The groups that a claim names: a list of texts, or one text. None where it is absent; null, which changes no roles,
 * where the provider says that they are too many for a token and to be asked for elsewhere.
 */
function groupsOf(said: Record<string, unknown>, claim: string | null): string[] | null {
  if (claim === null) return null;
  const value = said[claim];
  const elsewhere = said['_claim_names'];
  if (value === undefined && typeof elsewhere === 'object' && elsewhere !== null && claim in elsewhere) return null;
  const list = Array.isArray(value) ? value : typeof value === 'string' ? [value] : [];
  return list.filter((each) => typeof each === 'string').slice(0, MAX_GROUPS);
}

const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1);

/** What a sign-in kept until the provider answered. */
export interface Kept {
  state: string;
  verifier: string;
  nonce: string;
}

/** Names subjects of an issuer, so that those of two issuers never collide, and a provider that is set up again knows
 * its people. */
export const sourceOf = (issuer: string): string => `oidc:${sha256(issuer).slice(0, 32)}`;

/**
 * Whom the provider vouches for in its answer, the address that it sent the browser to (SES-31): the code is exchanged,
 * and of the ID token signature, issuer, audience, times and nonce are checked. Refuses by 401 what is no fresh token
 * for this sign-in, by 403 an address that is missing, not verified or not of `domains`, by 503 where the provider
 * cannot be asked. `heard` is told the address before it is judged.
 */
export async function vouchedFor(
  { config }: ProviderClient,
  provider: ProviderRow,
  answer: URL,
  { state, verifier, nonce }: Kept,
  { now, domains, heard }: { now: number; domains: readonly string[]; heard: (email: string) => void },
): Promise<Identity> {
  let token: string;
  let said: Record<string, unknown>;
  try {
    const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true };
    const tokens = await authorizationCodeGrant(config, answer, checks);
    token = tokens.id_token ?? '';
    const own: Record<string, unknown> = { ...tokens.claims() };
    said = own;
    const { userinfo_endpoint } = config.serverMetadata();
    const lacks = own['email'] === undefined || (provider.groups_claim !== null && !(provider.groups_claim in own));
    if (lacks && userinfo_endpoint !== undefined) {
      const more = await fetchUserInfo(config, tokens.access_token, String(own['sub']));
      said = { ...more, ...own };
    }
  } catch (error) {
    throw refusalOf(error);
  }
  const [read, about] = [claims.safeParse(said), profile.safeParse(said)];
  if (!read.success || !about.success) throw unauthenticated('without what an ID token says');
  const { sub, iat, exp, jti, sid, auth_time: asked } = read.data;
  const email = about.data.email?.toLowerCase() ?? '';
  heard(email);
  assertFresh(iat, now);
  if (!email.includes('@')) throw forbidden(NO_EMAIL);
  assertVerified(about.data.email_verified ?? (provider.trusts_email ? true : undefined));
  if (domains.length > 0 && !domains.includes(domainOf(email))) throw wrongAccount();
  const source = `oidc:${provider.id}`;
  const ends = config.serverMetadata().end_session_endpoint !== undefined;
  return {
    source,
    subject: `${sourceOf(provider.issuer)}:${sub}`,
    email,
    picture: about.data.picture ?? null,
    tokenId: tokenIdOf(source, jti, token),
    issuedAt: iat * 1000,
    expiresAt: exp * 1000,
    provider: {
      id: provider.id,
      subject: sub,
      sid: sid ?? null,
      ...(asked !== undefined && { askedAt: Math.floor(asked * 1000) }),
      idToken: ends ? token : null,
      groups: groupsOf(said, provider.group_roles === null ? null : provider.groups_claim),
    },
  };
}
