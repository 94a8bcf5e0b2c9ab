import { createHash, randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { HEADERS } from '#contract/headers.ts';
import { OLD_SIGN_IN_PAGE } from '#domain/session.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { openDemoIdentity } from '#server/demo/demoPlugin.ts';
import { forgetOldLimits } from '#server/platform/limits/repository.ts';
import { googleIdentity } from '#server/modules/session/identity.ts';
import type { Answer } from '#tests/support/api.ts';
import { email } from '#tests/support/people.ts';
import { NOW, startServer, type TestServer } from '#tests/support/server.ts';

const LOGIN = '/api/v1/account/googlelogin/v2';
const DAY = 86_400_000;

let server: TestServer;
let db: Kysely<Tables>;
beforeAll(async () => {
  server = await startServer({ SIGN_IN_WITHOUT_NONCE_UNTIL: '2026-07-20' });
  ({ db } = server.database);
});
afterAll(() => server.close());
beforeEach(async () => {
  server.clock.now = NOW;
  server.identity.source.requiresNonce = true;
  await db.deleteFrom('rate_limits').execute();
});

/** What a page keeps, and what it sends to who vouches for people. */
const browser = (): { verifier: string; nonce: string } => {
  const verifier = randomUUID() + randomUUID();
  return { verifier, nonce: createHash('sha256').update(verifier).digest('base64url') };
};
const token = (changes: Record<string, unknown> = {}): Promise<string> =>
  server.identity.sign(server.identity.claims(email('employee'), server.clock.now, changes));
const present = (credential: string, verifier?: string): Promise<Answer> =>
  server.with(null).post(LOGIN, { credential }, verifier === undefined ? {} : { [HEADERS.nonceVerifier]: verifier });
const reason = async (): Promise<unknown> =>
  (
    await db
      .selectFrom('audit_log')
      .select('after')
      .where('action', '=', 'sign-in-refused')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
  )?.after?.['why'];

describe('S19 SES-25 a token of sign-in is good in the browser that asked for it', () => {
  it('opens a session for the verifier whose hash it names, once', async () => {
    const { verifier, nonce } = browser();
    const credential = await token({ nonce });
    expect((await present(credential, verifier)).status).toBe(200);
    expect((await present(credential, verifier)).body).toMatchObject({ code: 'UNAUTHENTICATED' });
    expect(await reason()).toBe('used before');
  });

  it('a token that was used stays used until it has expired, and is forgotten only after', async () => {
    const { verifier, nonce } = browser();
    const credential = await token({ nonce, exp: NOW / 1000 + 300 });
    await present(credential, verifier);
    for (const later of [300_000, 359_000]) {
      server.clock.now = NOW + later;
      await forgetOldLimits(db, server.clock.now);
      expect((await present(credential, verifier)).status).toBe(401);
      expect(await reason()).toBe('used before');
      await db.deleteFrom('rate_limits').execute();
    }
    server.clock.now = NOW + 2 * DAY;
    await forgetOldLimits(db, server.clock.now);
    expect((await present(credential, verifier)).status).toBe(401);
    expect(await reason()).toBe('of nobody who is trusted, or expired');
  });

  it.each<[string, () => Promise<Answer>, string]>([
    [
      'another browser’s verifier',
      async () => present(await token({ nonce: browser().nonce }), browser().verifier),
      'asked for by another browser',
    ],
    [
      'no verifier, as who has stolen it would',
      async () => present(await token({ nonce: browser().nonce })),
      'asked for by another browser',
    ],
    [
      'the nonce itself as verifier',
      async () => {
        const { nonce } = browser();
        return present(await token({ nonce }), nonce);
      },
      'asked for by another browser',
    ],
    [
      'the verifier itself as nonce',
      async () => {
        const { verifier } = browser();
        return present(await token({ nonce: verifier }), verifier);
      },
      'asked for by another browser',
    ],
    [
      'a verifier, and a token without a nonce',
      async () => present(await token(), browser().verifier),
      'without a nonce',
    ],
    [
      'an empty nonce',
      async () => {
        const { verifier } = browser();
        return present(await token({ nonce: '' }), verifier);
      },
      'asked for by another browser',
    ],
    [
      'a nonce that is no text',
      async () => present(await token({ nonce: [browser().nonce] }), browser().verifier),
      'without what an ID token says',
    ],
    [
      'a verifier that could be guessed',
      async () => present(await token({ nonce: createHash('sha256').update('a').digest('base64url') }), 'a'),
      'asked for by another browser',
    ],
  ])('is refused with %s', async (_name, run, why) => {
    const answer = await run();
    expect([answer.status, answer.body]).toEqual([
      401,
      { success: false, message: 'Authentication failed!', code: 'UNAUTHENTICATED' },
    ]);
    expect(await reason()).toBe(why);
  });

  it('a page of the build before sends neither, and is taken until the day of the setting is over', async () => {
    expect((await present(await token())).status).toBe(200);
    server.clock.now = Date.parse('2026-07-20T23:59:59+05:30');
    expect((await present(await token())).status).toBe(200);
    server.clock.now += 1_000;
    const answer = await present(await token());
    expect([answer.status, answer.body]).toEqual([
      401,
      { success: false, message: OLD_SIGN_IN_PAGE, code: 'UNAUTHENTICATED' },
    ]);
    expect(await reason()).toBe('without a nonce');
    const { verifier, nonce } = browser();
    expect((await present(await token({ nonce }), verifier)).status).toBe(200);
  });

  it('who vouches without knowing of nonces is taken as it is, but a nonce counts wherever it stands', async () => {
    server.identity.source.requiresNonce = false;
    server.clock.now = NOW + 30 * DAY;
    expect((await present(await token())).status).toBe(200);
    expect((await present(await token(), browser().verifier)).status).toBe(200);
    expect((await present(await token({ nonce: browser().nonce }), browser().verifier)).status).toBe(401);
  });

  it('of Google it is demanded, of the demo’s own not', async () => {
    expect(googleIdentity('client').requiresNonce).toBe(true);
    expect((await openDemoIdentity({ db, keys: [] }, () => NOW)).source.requiresNonce).toBe(false);
  });
});
