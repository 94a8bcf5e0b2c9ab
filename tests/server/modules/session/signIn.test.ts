import { createHmac, createSign } from 'node:crypto';
import { generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loggedInAnswer, loginAnswer } from '#contract/session.ts';
import { MESSAGES } from '#contract/error.ts';
import { Api, type Answer } from '#tests/support/api.ts';
import { AUDIENCE, ISSUER } from '#tests/support/identity.ts';
import { email, idOf } from '#tests/support/people.ts';
import { NOW, startServer, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const LOGIN = '/api/v1/account/googlelogin/v2';
const EMPLOYEE = email('employee');
const SECONDS = NOW / 1000;

const sendToken = (credential: string, headers: Record<string, string> = {}): Promise<Answer> =>
  new Api(server.url, null).post(LOGIN, { credential }, { platform: '', ...headers });
const good = (changes: Record<string, unknown> = {}) => server.identity.claims(EMPLOYEE, server.clock.now, changes);
const b64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

beforeEach(async () => {
  server.clock.now = NOW;
  await server.database.db.deleteFrom('rate_limits').execute();
});

describe('sign-in', () => {
  it('opens a session for a good token, sent as octets or as JSON, with and without a slash', async () => {
    const octets = await new Api(server.url, null).send(
      'POST',
      `${LOGIN}/`,
      JSON.stringify({ credential: await server.identity.sign(good()) }),
      { 'content-type': 'application/octet-stream', platform: '' },
    );
    expect(octets.status).toBe(200);
    const answer = loginAnswer.parse(octets.body);
    expect(answer.accountDetails).toMatchObject({ email: EMPLOYEE, name: 'Asha Nair' });
    expect(answer.orgDetails).toHaveLength(1);
    expect(answer.deviceSecret).toBeUndefined();
    const json = await sendToken(await server.identity.sign(good()));
    expect(json.status).toBe(200);
    const details = await server.with(answer.token).get('/api/v2/getLoggedInDetails');
    expect(loggedInAnswer.parse(details.body).accountDetails.email).toBe(EMPLOYEE);
  });

  it('S19 forty first sign-ins of one person at once: each opens a session, the subject is bound once', async () => {
    const tokens = await Promise.all(
      Array.from({ length: 40 }, () => server.identity.sign(server.identity.claims(email('newcomer'), NOW))),
    );
    const answers = await Promise.all(tokens.map((token) => sendToken(token)));
    expect(answers.map(({ status }) => status)).toEqual(tokens.map(() => 200));
    expect(new Set(answers.map(({ body }) => body['token'])).size).toBe(40);
    const bound = await server.database.db
      .selectFrom('people')
      .select('id')
      .where('subject', '=', `google:sub-${email('newcomer')}`)
      .execute();
    expect(bound).toEqual([{ id: idOf('newcomer') }]);
  });

  it('S19 two people of one reused address sign in at once: one of them is bound, the other refused', async () => {
    await server.database.db.updateTable('people').set({ subject: null }).where('id', '=', idOf('newcomer')).execute();
    const answers = await Promise.all(
      ['old', 'new'].flatMap((sub) =>
        Array.from(
          { length: 4 },
          async () =>
            [
              sub,
              (await sendToken(await server.identity.sign(server.identity.claims(email('newcomer'), NOW, { sub }))))
                .status,
            ] as const,
        ),
      ),
    );
    const subject = (
      await server.database.db
        .selectFrom('people')
        .select('subject')
        .where('id', '=', idOf('newcomer'))
        .executeTakeFirstOrThrow()
    ).subject;
    for (const [sub, status] of answers) expect(status).toBe(subject === `google:${sub}` ? 200 : 403);
    await server.database.db.updateTable('people').set({ subject: null }).where('id', '=', idOf('newcomer')).execute();
  });

  it('SES-1 Z11 every sign-in has a token of its own, and only its hash is stored', async () => {
    const [one, two] = [await server.signIn('employee'), await server.signIn('employee')];
    expect(one).not.toBe(two);
    const sessions = await server.database.db.selectFrom('sessions').selectAll().execute();
    expect(JSON.stringify(sessions)).not.toContain(one);
  });

  it('ID-1 gives a device its secret: the same for one person on one device, another for another', async () => {
    const secretOf = async (who: 'employee' | 'employee2', device: string) => {
      const credential = await server.identity.sign(server.identity.claims(email(who), NOW));
      return String((await sendToken(credential, { 'device-id': device })).body['deviceSecret']);
    };
    const first = await secretOf('employee', 'device-0001');
    expect(Buffer.from(first, 'base64url')).toHaveLength(32);
    expect(await secretOf('employee', 'device-0001')).toBe(first);
    expect(await secretOf('employee', 'device-0002')).not.toBe(first);
    expect(await secretOf('employee2', 'device-0001')).not.toBe(first);
    const details = await (
      await server.as('employee')
    ).get('/api/v2/getLoggedInDetails', { 'device-id': 'device-0001' });
    expect(details.body['deviceSecret']).toBe(first);
    expect(
      (await (await server.as('employee')).get('/api/v2/getLoggedInDetails', { 'device-id': 'no device' })).status,
    ).toBe(400);
  });

  it('a person who is not in the directory is told so', async () => {
    const answer = await sendToken(await server.identity.sign(server.identity.claims('stranger@example.com', NOW)));
    expect(answer.status).toBe(403);
    expect(answer.body).toMatchObject({ success: false, code: 'FORBIDDEN', message: MESSAGES.notSetUp });
  });

  it.each([[{}], [{ credential: 5 }], [[]], [null]])('a body without a credential is malformed: %j', async (body) => {
    expect((await new Api(server.url, null).post(LOGIN, body)).body).toMatchObject({ code: 'MALFORMED' });
  });

  it('SES-17 failures are limited to ten a minute for an address; successes are not counted', async () => {
    for (let i = 0; i < 12; i += 1) expect((await sendToken(await server.identity.sign(good()))).status).toBe(200);
    for (let i = 0; i < 10; i += 1) expect((await sendToken('a.b.c')).status).toBe(401);
    const limited = await sendToken(await server.identity.sign(good()));
    expect(limited.body).toMatchObject({ code: 'RATE_LIMITED' });
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0);
    server.clock.now = NOW + 61_000;
    expect((await sendToken(await server.identity.sign(good()))).status).toBe(200);
  });

  it('X49 keys that cannot be reached are nobody’s wrong token: 503, not counted', async () => {
    const { createRemoteJWKSet } = await import('jose');
    const source = {
      name: 'far',
      issuers: ['https://far.example'],
      audience: 'far',
      keys: createRemoteJWKSet(new URL('http://127.0.0.1:9/keys'), { timeoutDuration: 300 }),
      requiresNonce: false,
    };
    const { verifyIdToken } = await import('#server/modules/session/identity.ts');
    const token = await server.identity.sign(good({ iss: 'https://far.example', aud: 'far' }));
    await expect(verifyIdToken(token, [source], null, NOW, { verifier: null, mayLack: true })).rejects.toMatchObject({
      code: 'UNAVAILABLE',
    });
  });
});

describe('SES-16 ID tokens that are refused', () => {
  const other = generateKeyPair('RS256');

  const cases: [string, () => Promise<string>, number][] = [
    ['Z1 alg none', async () => new UnsecuredJWT(good()).encode(), 401],
    [
      'Z1 HS256 signed with the public key',
      async () => {
        const text = `${b64({ alg: 'HS256', kid: 'test-key' })}.${b64(good())}`;
        const key = JSON.stringify(server.identity.publicJwk);
        return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`;
      },
      401,
    ],
    ['Z1 a jwk header', () => server.identity.sign(good(), { jwk: server.identity.publicJwk }), 401],
    ['Z1 a jku header', () => server.identity.sign(good(), { jku: 'https://evil.test/keys' }), 401],
    ['Z1 an x5u header', () => server.identity.sign(good(), { x5u: 'https://evil.test/cert' }), 401],
    [
      'Z1 RS512',
      async () => {
        const { exportPKCS8 } = await import('jose');
        const text = `${b64({ alg: 'RS512', kid: 'test-key' })}.${b64(good())}`;
        return `${text}.${createSign('RSA-SHA512')
          .update(text)
          .sign(await exportPKCS8(server.identity.privateKey), 'base64url')}`;
      },
      401,
    ],
    [
      'Z2 another key',
      async () =>
        new SignJWT(good()).setProtectedHeader({ alg: 'RS256', kid: 'test-key' }).sign((await other).privateKey),
      401,
    ],
    ['Z2 an unknown kid', () => server.identity.sign(good(), { kid: 'nobody' }), 401],
    ['Z2 kid __proto__', () => server.identity.sign(good(), { kid: '__proto__' }), 401],
    [
      'Z3 the audience of another client',
      () => server.identity.sign(good({ aud: 'other.apps.googleusercontent.com' })),
      401,
    ],
    ['Z3 two audiences', () => server.identity.sign(good({ aud: [AUDIENCE, 'other'] })), 401],
    ['Z3 azp of another', () => server.identity.sign(good({ azp: 'other.apps.googleusercontent.com' })), 401],
    ['Z4 an issuer that begins like ours', () => server.identity.sign(good({ iss: `${ISSUER}.evil.test` })), 401],
    ['Z4 an issuer by http', () => server.identity.sign(good({ iss: 'http://accounts.google.com' })), 401],
    ['Z5 expired by 61 seconds', () => server.identity.sign(good({ exp: SECONDS - 61 })), 401],
    ['Z5 from 61 seconds in the future', () => server.identity.sign(good({ iat: SECONDS + 61 })), 401],
    ['Z5 older than ten minutes', () => server.identity.sign(good({ iat: SECONDS - 601 })), 401],
    ['Z5 without an end', () => server.identity.sign(good({ exp: null })), 401],
    ['Z5 without a beginning', () => server.identity.sign(good({ iat: null })), 401],
    ['Z7 an address that is not verified', () => server.identity.sign(good({ email_verified: false })), 403],
    ['Z7 no word on verification', () => server.identity.sign(good({ email_verified: null })), 401],
    ['Z9 an access token', async () => 'ya29.a0AfH6SMBx-not-a-jwt', 401],
    [
      'Z9 a service account’s token',
      () =>
        server.identity.sign(good({ azp: '113774264463038321964', email: 'robot@project.iam.gserviceaccount.com' })),
      401,
    ],
    ['no subject', () => server.identity.sign(good({ sub: null })), 401],
    ['an endless token', async () => `${'a'.repeat(9000)}.b.c`, 401],
    ['nothing', async () => '', 401],
  ];
  it.each(cases)('%s', async (_name, make, status) => {
    const answer = await sendToken(await make());
    expect([answer.status, answer.body['success']]).toEqual([status, false]);
    if (status === 401)
      expect(answer.body).toEqual({ success: false, message: 'Authentication failed!', code: 'UNAUTHENTICATED' });
  });

  it.each([
    ['expired by 59 seconds', { exp: SECONDS - 59 }],
    ['59 seconds early', { iat: SECONDS + 59 }],
    ['issued nine minutes ago', { iat: SECONDS - 540 }],
    ['Google’s other issuer', { iss: 'accounts.google.com' }],
  ])('Z5 within the allowance: %s', async (_name, changes) => {
    expect((await sendToken(await server.identity.sign(good(changes)))).status).toBe(200);
  });

  it('Z6 a token opens one session, not two', async () => {
    const token = await server.identity.sign(good());
    expect((await sendToken(token)).status).toBe(200);
    expect((await sendToken(token)).status).toBe(401);
    const twice = await server.identity.sign(good());
    const both = await Promise.all([sendToken(twice), sendToken(twice)]);
    expect(both.map((answer) => answer.status).sort()).toEqual([200, 401]);
  });
});

describe('whose account it is', () => {
  it('Z8 a known subject whose address changed keeps its account, and the change is on record', async () => {
    await sendToken(await server.identity.sign(server.identity.claims(email('newcomer'), NOW, { sub: 'sub-moving' })));
    const moved = await sendToken(
      await server.identity.sign(server.identity.claims('moved@example.com', NOW, { sub: 'sub-moving' })),
    );
    expect(moved.body['accountDetails']).toMatchObject({ email: 'moved@example.com', name: 'Dev Patel' });
    const rows = await server.database.db
      .selectFrom('audit_log')
      .select(['before', 'after'])
      .where('actor_id', '=', idOf('newcomer'))
      .where('action', '=', 'address')
      .execute();
    expect(rows).toEqual([{ before: { email: email('newcomer') }, after: { email: 'moved@example.com' } }]);
  });

  it('Z8 a new subject with the address of somebody else’s account is refused', async () => {
    await server.signIn('employee2');
    const answer = await sendToken(
      await server.identity.sign(server.identity.claims(email('employee2'), NOW, { sub: 'sub-somebody-new' })),
    );
    expect(answer.body).toMatchObject({ code: 'FORBIDDEN', message: MESSAGES.notSetUp });
  });

  it('Z8 a disabled person may not sign in, and an open session ends at the next call (N5)', async () => {
    const token = await server.signIn('tally');
    await server.database.db.updateTable('people').set({ disabled: true }).where('id', '=', idOf('tally')).execute();
    expect((await server.with(token).get('/api/v2/getLoggedInDetails')).status).toBe(401);
    expect((await sendToken(await server.identity.sign(server.identity.claims(email('tally'), NOW)))).status).toBe(403);
  });

  it('Z7 only the organisation’s own domain, when one is set', async () => {
    const { verifyIdToken } = await import('#server/modules/session/identity.ts');
    const judge = async (changes: Record<string, unknown>) =>
      verifyIdToken(await server.identity.sign(good(changes)), [server.identity.source], 'example.com', NOW, {
        verifier: null,
        mayLack: true,
      });
    await expect(judge({})).resolves.toMatchObject({ email: EMPLOYEE });
    await expect(judge({ hd: null })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(judge({ hd: 'evil.test' })).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });
});
