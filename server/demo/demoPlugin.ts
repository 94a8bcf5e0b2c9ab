import { createHash, randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { exportPKCS8, exportSPKI, generateKeyPair, importPKCS8, importSPKI, SignJWT } from 'jose';
import * as z from 'zod/mini';
import { demoAccounts, demoCredential } from '#contract/calls/platform.ts';
import { forbidden, notFound } from '#server/platform/base/errors.ts';
import { registerEndpoints, serve } from '#server/platform/http/endpoints.ts';
import { fromElsewhere } from '#server/platform/http/proxied.ts';
import { secretStoreOf, type IdentitySource, type Services } from '#server/platform/http/services.ts';
import { readSecret, type SecretStore } from '#server/platform/secrets/repository.ts';
import { DEMO_DOMAIN, demoPeople, emailOf } from './people.ts';

/** Who vouches for the people of the demo: this server itself, with a key that it made at first start. */
const DEMO_ISSUER = 'https://accounts.demo.invalid';
const DEMO_AUDIENCE = 'demo-client.apps.demo.invalid';

const ALGORITHM = 'RS256';
const LIFETIME_SECONDS = 3600;
const SECRET = 'demo-identity-key';

interface DemoIdentity {
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

interface DemoAccountRow {
  email: string;
  name: string;
  roles: string[];
}

/** The accounts that the sign-in page offers, in that page's order. */
export const demoAccountRows = (): DemoAccountRow[] =>
  demoPeople()
    .filter((person) => person.named)
    .map((person) => ({ email: emailOf(person.key), name: person.name, roles: ['employee', ...person.roles] }));

/**
 * Whether the demo is for whoever makes this request. One that somebody has put behind a proxy is a server in real use
 * that lacks its settings (S6).
 */
export const servesDemo = ({ demoPublic }: Pick<Services['env'], 'demoPublic'>, request: FastifyRequest): boolean =>
  demoPublic || !fromElsewhere(request);

const credentialBody = z.object({ email: z.string() });

/**
 * Demo sign-in (SES-18): registered only while DEMO is on. It adds its identity to those that sign-in
 * accepts, and hands out tokens for people of the directory, disabled ones too: sign-in itself refuses those.
 */
export async function demoPlugin(app: FastifyInstance, services: Services): Promise<void> {
  const { database, clock } = services;
  const identity = await openDemoIdentity(secretStoreOf(services), clock);
  services.identities.push(identity.source);
  app.addHook('onRequest', async (request) => {
    if (!servesDemo(services.env, request))
      throw forbidden(
        'This is a demo for one machine, and the request came through a proxy. ' +
          'Its administrator can set up sign-in, or DEMO_PUBLIC=1.',
      );
  });
  const calls = [
    serve(demoAccounts, async () => ({ success: true, data: demoAccountRows() })),
    serve(demoCredential, async ({ request }) => {
      const read = credentialBody.safeParse(request.body);
      const email = read.success ? read.data.email.trim().toLowerCase() : '';
      const person = await database.db
        .selectFrom('people')
        .select(['email', 'name'])
        .where('email', '=', email)
        .executeTakeFirst();
      if (!person) throw notFound();
      return { success: true, data: { credential: await identity.credential(person) } };
    }),
  ];
  await registerEndpoints(app, calls, {
    guards: { session: () => undefined, key: () => undefined },
    takeFiles: async () => undefined,
    takeParts: () => undefined,
  });
}
