import { createHash, timingSafeEqual } from 'node:crypto';
import { createRemoteJWKSet, decodeJwt, decodeProtectedHeader, errors, jwtVerify, type JWTPayload } from 'jose';
import * as z from 'zod/mini';
import { OLD_SIGN_IN_PAGE } from '#domain/session.ts';
import { forbidden, Refusal, unauthenticated, unavailable } from '#server/platform/base/errors.ts';
import { UNSTORABLE } from '#server/platform/http/jsonBody.ts';
import { sha256 } from '#server/platform/base/canonical.ts';
import type { IdentitySource } from '#server/platform/http/services.ts';

/** What a page sends beside a token to show that it asked for it. */
export interface NonceProof {
  /** Null: none, as pages send that know of no nonce. */
  verifier: string | null;
  /** Those pages are still taken. */
  mayLack: boolean;
}

/** What a verified token says. */
export interface Identity {
  /** Name of who vouches. */
  source: string;
  /** `<source>:<subject>`. */
  subject: string;
  email: string;
  picture: string | null;
  /** Names this one token, so that it is used once. */
  tokenId: string;
  /** Epoch milliseconds. */
  issuedAt: number;
  expiresAt: number;
  /** Of an OpenID Connect provider: its session, and the person's groups there; null: groups give no roles. */
  provider?: ProviderSession & { groups: readonly string[] | null };
}

/** A session at an OpenID Connect provider. */
export interface ProviderSession {
  id: string;
  /** The person's subject there. */
  subject: string;
  sid: string | null;
  /** Epoch milliseconds of its question who this is, where it says so: its session may be older than this sign-in. */
  askedAt?: number | undefined;
  /** The ID token, where the provider wants to see it at sign-out; sealed where it is stored. */
  idToken: string | null;
}

const GOOGLE_KEYS = 'https://www.googleapis.com/oauth2/v3/certs';
const SKEW_SECONDS = 60;
const MAX_AGE_SECONDS = 600;
/** What a token may say of itself: a longer text is nobody's subject or address. */
export const subjectText = z.string().check(z.minLength(1), z.maxLength(255));
export const emailText = z.string().check(
  z.maxLength(320),
  z.refine((text) => !UNSTORABLE.test(text)),
);
const MAX_TOKEN_CHARS = 8192;

/** Google's published keys, fetched when first needed, kept, and asked for again at most once a minute (X49). */
export function googleIdentity(clientId: string): IdentitySource {
  return {
    name: 'google',
    issuers: ['https://accounts.google.com', 'accounts.google.com'],
    audience: clientId,
    keys: createRemoteJWKSet(new URL(GOOGLE_KEYS), { timeoutDuration: 5000, cooldownDuration: 60_000 }),
    requiresNonce: true,
  };
}

const claims = z.object({
  sub: subjectText,
  email: emailText,
  email_verified: z.union([z.boolean(), z.string()]),
  iat: z.number(),
  exp: z.number(),
  aud: z.string(),
  azp: z.optional(z.string()),
  hd: z.optional(z.string()),
  jti: z.optional(z.string()),
  nonce: z.optional(z.string()),
  picture: z.optional(z.string()),
});

/** Keys may not be reached: that is nobody's wrong token. */
function isUnreachable(error: unknown): boolean {
  if (!(error instanceof errors.JOSEError)) return true;
  return error instanceof errors.JWKSTimeout || error.code === 'ERR_JOSE_GENERIC';
}

async function payloadOf(token: string, source: IdentitySource, now: number): Promise<JWTPayload | null> {
  try {
    const options = {
      algorithms: ['RS256'],
      issuer: [...source.issuers],
      audience: source.audience,
      currentDate: new Date(now),
      clockTolerance: SKEW_SECONDS,
      requiredClaims: ['exp', 'iat', 'sub'],
    };
    return (await jwtVerify(token, source.keys, options)).payload;
  } catch (error) {
    if (isUnreachable(error)) throw unavailable('Sign-in is not available right now. Please try again in a moment.');
    return null;
  }
}

/** Whose a token says that it is, before anything of it is believed; '' when it says nothing. */
export function claimedEmail(token: string): string {
  try {
    const { email } = token.length > MAX_TOKEN_CHARS ? {} : decodeJwt(token);
    return typeof email === 'string' && !UNSTORABLE.test(email) ? email : '';
  } catch {
    return '';
  }
}

/** Headers that would let a token bring its own key, or ask for rules we do not know (Z1). */
const hasForeignKey = (token: string): boolean => {
  const header = decodeProtectedHeader(token);
  return ['jwk', 'jku', 'x5u', 'x5c', 'crit'].some((name) => name in header) || header.alg !== 'RS256';
};

function isSuspect(token: string): boolean {
  try {
    return token.length > MAX_TOKEN_CHARS || token.split('.').length !== 3 || hasForeignKey(token);
  } catch {
    return true;
  }
}

/**
 * Verifies an ID token: signature, issuer, audience, times, hosted domain, verified e-mail (SES-16, Z1 to Z9). Refuses
 * with 401 what is not a fresh token for us, with 403 a person whose address is not verified or not of `domain`, with
 * 503 when the keys cannot be reached. No error reveals the token. `proof`: a token is good in the browser that asked
 * for it alone (SES-25).
 */
export async function verifyIdToken(
  token: string,
  sources: readonly IdentitySource[],
  domain: string | null,
  now: number,
  proof: NonceProof,
): Promise<Identity> {
  if (isSuspect(token)) throw unauthenticated('not an ID token');
  let unreachable: unknown;
  for (const source of sources) {
    let payload: JWTPayload | null;
    try {
      payload = await payloadOf(token, source, now);
    } catch (error) {
      unreachable = error;
      continue;
    }
    if (payload) return judge(payload, token, { source, domain, now, proof });
  }
  throw unreachable ?? unauthenticated('of nobody who is trusted, or expired');
}

const VERIFIER = /^[\w-]{43,128}$/;

/** The nonce that a page with this verifier asks for. */
const nonceOf = (verifier: string): Buffer => Buffer.from(createHash('sha256').update(verifier).digest('base64url'));

/** Refuses a token that another browser asked for, or whose browser cannot be known (SES-25). */
function assertNonce(
  nonce: string | undefined,
  { requiresNonce }: IdentitySource,
  { verifier, mayLack }: NonceProof,
): void {
  if (nonce !== undefined) {
    const wanted = verifier !== null && VERIFIER.test(verifier) ? nonceOf(verifier) : null;
    const given = Buffer.from(nonce);
    if (wanted?.length !== given.length || !timingSafeEqual(wanted, given))
      throw unauthenticated('asked for by another browser');
    return;
  }
  if (!requiresNonce) return;
  if (verifier !== null) throw unauthenticated('without a nonce');
  if (!mayLack) throw new Refusal('UNAUTHENTICATED', OLD_SIGN_IN_PAGE, { logged: 'without a nonce' });
}

interface Terms {
  source: IdentitySource;
  domain: string | null;
  now: number;
  proof: NonceProof;
}

/** Refuses a token that was made more than ten minutes ago, or in the future. */
export function assertFresh(iat: number, now: number): void {
  const seconds = now / 1000;
  if (iat > seconds + SKEW_SECONDS || iat < seconds - MAX_AGE_SECONDS)
    throw unauthenticated('too old, or not yet good');
}

/** Refuses an address that its provider has not verified. */
export function assertVerified(verified: boolean | string | undefined): void {
  if (verified !== true && verified !== 'true') throw forbidden('Your e-mail address is not verified.');
}

/** To people whose address is of another organisation. */
export const wrongAccount = (): Refusal => forbidden('Please sign in with your work account.');

/** Names one token of a source, by its own id if it has one. */
export const tokenIdOf = (source: string, jti: string | undefined, token: string): string =>
  sha256(`${source}:${jti ?? token}`);

function judge(payload: JWTPayload, token: string, { source, domain, now, proof }: Terms): Identity {
  const read = claims.safeParse(payload);
  if (!read.success) throw unauthenticated('without what an ID token says');
  const { sub, email, email_verified, iat, exp, azp, hd, jti, picture, nonce } = read.data;
  assertFresh(iat, now);
  if (azp !== undefined && azp !== source.audience) throw unauthenticated('made for somebody else');
  assertNonce(nonce, source, proof);
  assertVerified(email_verified);
  if (domain !== null && hd?.toLowerCase() !== domain) throw wrongAccount();
  return {
    source: source.name,
    subject: `${source.name}:${sub}`,
    email: email.toLowerCase(),
    picture: picture ?? null,
    tokenId: tokenIdOf(source.name, jti, token),
    issuedAt: iat * 1000,
    expiresAt: exp * 1000,
  };
}
