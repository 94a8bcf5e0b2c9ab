import { createHash, randomUUID } from 'node:crypto';
import { exportPKCS8, exportSPKI, generateKeyPair, importPKCS8, importSPKI, SignJWT } from 'jose';
import { readSecret, type SecretStore } from '#server/platform/secrets/repository.ts';
import { DEMO_DOMAIN } from './people.ts';
import type { IdentitySource } from '#server/platform/http/services.ts';

/** Who vouches for the people of the demo: this server itself, with a key that it made at first start. */
const DEMO_ISSUER = 'https://accounts.demo.invalid';
const DEMO_AUDIENCE = 'demo-client.apps.demo.invalid';

const ALGORITHM = 'RS256';
const LIFETIME_SECONDS = 3600;
const SECRET = 'demo-identity-key';

export interface DemoIdentity {
  /** For the login code: verified like any other identity. */
  source: IdentitySource;
  /** An ID token with the claims that Google sends. */
  credential(person: { email: string; name: string }): Promise<string>;
}

/** Like Google's: 21 digits that stay the same for an address. */
const subjectOf = (email: string): string =>
  BigInt(`0x${createHash('sha256').update(email).digest('hex').slice(0, 20)}`)
    .toString()
    .padStart(21, '1')
    .slice(0, 21);

async function makePair(): Promise<string> {
  const { privateKey, publicKey } = await generateKeyPair(ALGORITHM, { extractable: true });
  return JSON.stringify({ private: await exportPKCS8(privateKey), public: await exportSPKI(publicKey) });
}

/** Reads the demo's key, or makes it at first start. `clock` answers epoch milliseconds. */
export async function openDemoIdentity(store: SecretStore, clock: () => number): Promise<DemoIdentity> {
  const pair = JSON.parse(await readSecret(store, SECRET, makePair)) as { private: string; public: string };
  const [signing, verifying] = await Promise.all([
    importPKCS8(pair.private, ALGORITHM),
    importSPKI(pair.public, ALGORITHM),
  ]);
  const kid = createHash('sha256').update(pair.public).digest('hex').slice(0, 40);
  return {
    source: {
      name: 'demo',
      issuers: [DEMO_ISSUER],
      audience: DEMO_AUDIENCE,
      keys: async () => verifying,
      requiresNonce: false,
    },
    credential: ({ email, name }) => {
      const seconds = Math.floor(clock() / 1000);
      const [given = name, ...family] = name.split(' ');
      return new SignJWT({
        azp: DEMO_AUDIENCE,
        email,
        email_verified: true,
        hd: DEMO_DOMAIN,
        name,
        given_name: given,
        family_name: family.join(' '),
        nbf: seconds,
      })
        .setProtectedHeader({ alg: ALGORITHM, kid, typ: 'JWT' })
        .setIssuer(DEMO_ISSUER)
        .setAudience(DEMO_AUDIENCE)
        .setSubject(subjectOf(email))
        .setIssuedAt(seconds)
        .setExpirationTime(seconds + LIFETIME_SECONDS)
        .setJti(randomUUID())
        .sign(signing);
    },
  };
}
