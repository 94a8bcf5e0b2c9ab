import { randomUUID } from 'node:crypto';
import { createLocalJWKSet, exportJWK, generateKeyPair, SignJWT, type JWTPayload } from 'jose';
import type { IdentitySource } from '#server/platform/http/services.ts';

export const ISSUER = 'https://accounts.google.com';
export const AUDIENCE = 'kharcha-tests.apps.googleusercontent.com';

type Claims = JWTPayload & Record<string, unknown>;

/** Someone who signs ID tokens the way Google does, with a key that the server knows. */
export interface TestIdentity {
  source: IdentitySource;
  /** The claims of a good token; `null` takes one out. */
  claims(email: string, now: number, changes?: Record<string, unknown>): Claims;
  sign(claims: Claims, header?: Record<string, unknown>): Promise<string>;
  privateKey: CryptoKey;
  publicJwk: Awaited<ReturnType<typeof exportJWK>>;
}

/** Made once for the servers of a thread: finding one takes as long as many requests. Nobody else has it. */
let keys: ReturnType<typeof generateKeyPair> | null = null;

export async function createIdentity(): Promise<TestIdentity> {
  const { privateKey, publicKey } = await (keys ??= generateKeyPair('RS256', { extractable: true }));
  const publicJwk = { ...(await exportJWK(publicKey)), kid: 'test-key', alg: 'RS256', use: 'sig' };
  return {
    source: {
      name: 'google',
      issuers: [ISSUER, 'accounts.google.com'],
      audience: AUDIENCE,
      keys: createLocalJWKSet({ keys: [publicJwk] }),
      requiresNonce: false,
    },
    privateKey,
    publicJwk,
    claims(email, now, changes = {}) {
      const seconds = Math.floor(now / 1000);
      const all = {
        iss: ISSUER,
        aud: AUDIENCE,
        azp: AUDIENCE,
        sub: `sub-${email}`,
        email,
        email_verified: true,
        hd: email.split('@')[1],
        name: email,
        iat: seconds,
        exp: seconds + 3600,
        jti: randomUUID(),
        ...changes,
      };
      return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null));
    },
    sign: (claims, header = {}) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'test-key', typ: 'JWT', ...header }).sign(privateKey),
  };
}
