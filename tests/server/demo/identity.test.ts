import { connect } from 'node:net';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDemoIdentity } from '#server/demo/demoPlugin.ts';
import type { Api } from '../../support/api.ts';
import { PEOPLE, email } from '../../support/people.ts';
import { startServer, type TestServer } from '../../support/server.ts';

let server: TestServer;
let api: Api;
beforeAll(async () => {
  server = await startServer({ DEMO: '1' });
  api = server.with(null);
});
afterAll(() => server.close());

/** The status of an answer to a request as it is written. */
const rawStatus = (url: string, head: string): Promise<number> =>
  new Promise((done, fail) => {
    let text = '';
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write(head));
    socket
      .on('data', (part) => (text += String(part)))
      .on('error', fail)
      .on('close', () => done(Number(text.split(' ')[1])));
  });

const credentialOf = async (address: string) => {
  const answer = await api.post('/demo/credential', { email: address });
  return {
    status: answer.status,
    credential: (answer.body['data'] as { credential?: string } | undefined)?.credential ?? '',
  };
};

describe('demo sign-in', () => {
  test('lists exactly the accounts that always exist, with their roles', async () => {
    const answer = await api.get('/demo/accounts');
    const rows = answer.body['data'] as { email: string; name: string; roles: string[] }[];
    expect(rows.map((row) => row.email)).toEqual(PEOPLE.map((key) => email(key)));
    expect(rows.find((row) => row.email === email('finance2'))?.roles).toEqual(['employee', 'finance', 'manager']);
    expect(rows.every((row) => row.name.includes(' '))).toBe(true);
  });

  test('hands out a token with the claims Google sends', async () => {
    const { credential } = await credentialOf(email('employee'));
    expect(decodeProtectedHeader(credential)).toMatchObject({ alg: 'RS256', typ: 'JWT' });
    const claims = decodeJwt(credential);
    expect(claims).toMatchObject({
      email: email('employee'),
      email_verified: true,
      name: 'Asha Nair',
      given_name: 'Asha',
      family_name: 'Nair',
    });
    expect(claims.sub).toMatch(/^\d{21}$/);
    expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBe(3600);
    for (const name of ['iss', 'aud', 'azp', 'jti', 'nbf', 'hd']) expect(claims).toHaveProperty(name);
  });

  test.each(PEOPLE)('%s signs in through the same call as everybody', async (key) => {
    const { credential } = await credentialOf(email(key));
    const answer = await api.post('/api/v1/account/googlelogin/v2', { credential });
    expect([key, answer.status]).toEqual([key, 200]);
    expect(answer.body['accountDetails']).toMatchObject({ email: email(key) });
  });

  test('signs in again as the same person, and each token once (Z6)', async () => {
    const { credential } = await credentialOf(email('manager'));
    const login = () => api.post('/api/v1/account/googlelogin/v2', { credential });
    expect((await login()).status).toBe(200);
    expect((await login()).status).toBe(401);
    const next = await credentialOf(email('manager').toUpperCase());
    expect(next.credential).not.toBe(credential);
    expect((await api.post('/api/v1/account/googlelogin/v2', { credential: next.credential })).status).toBe(200);
  });

  test('nobody else gets a token', async () => {
    for (const address of ['stranger@example.com', '', "' or 1=1 --", 'employee'])
      expect((await credentialOf(address)).status).toBe(404);
    expect((await api.post('/demo/credential', {})).status).toBe(404);
    expect((await api.get('/demo/credential')).status).toBe(405);
  });

  test('the key is made once and kept', async () => {
    const { db } = server.database;
    const kid = (credential: string) => decodeProtectedHeader(credential).kid;
    const again = await openDemoIdentity({ db, keys: [] }, () => server.clock.now);
    expect(kid(await again.credential({ email: email('employee'), name: 'Asha Nair' }))).toBe(
      kid((await credentialOf(email('employee'))).credential),
    );
  });

  test('a demo token of another server is not believed (Z2)', async () => {
    const other = await startServer({ DEMO: '1' });
    const answer = await other.with(null).post('/demo/credential', { email: email('employee') });
    const { credential } = answer.body['data'] as { credential: string };
    expect((await api.post('/api/v1/account/googlelogin/v2', { credential })).status).toBe(401);
    await other.close();
  });
});

test('SES-18 without DEMO there is no demo sign-in, and its tokens are worth nothing', async () => {
  const plain = await startServer();
  const { credential } = await credentialOf(email('employee'));
  expect((await plain.with(null).get('/demo/accounts')).status).toBe(404);
  expect((await plain.with(null).post('/demo/credential', { email: email('employee') })).status).toBe(404);
  expect((await plain.with(null).post('/api/v1/account/googlelogin/v2', { credential })).status).toBe(401);
  await plain.close();
});

describe('S6 a demo that somebody has put behind a proxy', () => {
  const calls = (to: Api, headers: Record<string, string>) =>
    Promise.all([to.get('/demo/accounts', headers), to.post('/demo/credential', { email: email('admin') }, headers)]);

  test.each([
    ['x-forwarded-for', '203.0.113.9'],
    ['forwarded', 'for=203.0.113.9'],
    ['via', '1.1 proxy'],
    ['x-real-ip', '203.0.113.9'],
    ['x-forwarded-proto', 'https'],
  ])('gives nobody a credential: %s', async (name, value) => {
    for (const { status, body } of await calls(api, { [name]: value }))
      expect([status, body['code']]).toEqual([403, 'FORBIDDEN']);
    for (const { status } of await calls(api, {})) expect(status).toBe(200);
  });

  test.each([
    ['a proxy of old HTTP', 'GET /demo/accounts HTTP/1.0\r\n\r\n'],
    [
      'a name that is not this machine’s',
      'GET /demo/accounts HTTP/1.1\r\nHost: claims.example.com\r\nConnection: close\r\n\r\n',
    ],
  ])('nor through %s', async (_, head) => {
    expect(await rawStatus(server.url, head)).toBe(403);
    expect(
      await rawStatus(server.url, 'GET /demo/accounts HTTP/1.1\r\nHost: localhost:3000\r\nConnection: close\r\n\r\n'),
    ).toBe(200);
  });

  test('but where its owner says that it may be reached', async () => {
    const open = await startServer({ DEMO: '1', DEMO_PUBLIC: '1' });
    try {
      for (const { status } of await calls(open.with(null), { 'x-forwarded-for': '203.0.113.9' }))
        expect(status).toBe(200);
    } finally {
      await open.close();
    }
  });
});
