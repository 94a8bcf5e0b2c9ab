import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { urlOf } from '#contract/endpoint.ts';
import { ENDPOINTS } from '#contract/endpoints.ts';
import type { Api } from '#tests/support/api.ts';
import { NOW, startServer, type TestServer } from '#tests/support/server.ts';

const MINUTE = 60_000;
const ASKING: Endpoint[] = Object.values(ENDPOINTS).filter((entry: Endpoint) => entry.recentSignIn);
const OLD = {
  success: false,
  code: 'SIGN_IN_AGAIN',
  message: 'Please sign in again: for this, a sign-in may not be older than an hour.',
};

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ RECENT_SIGN_IN_MINUTES: '60' });
});
afterAll(() => server.close());
beforeEach(() => {
  server.clock.now = NOW;
});

const ask = (api: Api, entry: Endpoint) =>
  entry.method === 'GET'
    ? api.get(urlOf(entry, { parts: { id: 'PER1' } }))
    : api.send(entry.method, urlOf(entry, { parts: { id: 'PER1' } }), '{}', { 'content-type': 'application/json' });
const rename = (api: Api, name: string, key: string) =>
  api.put('/api/v1/organisation', { name }, { 'Idempotency-Key': key, 'If-Match': '*' });

describe('SES-44 what reveals or changes much', () => {
  it('is refused when the sign-in is older than an hour, and what the session may do is not asked first', async () => {
    const api = server.with(await server.signIn('employee'));
    server.clock.now = NOW + 60 * MINUTE + 1;
    for (const entry of ASKING) {
      const answer = await ask(api, entry);
      expect([answer.status, answer.body['code'], answer.body['message']], entry.name).toEqual([
        403,
        OLD.code,
        OLD.message,
      ]);
    }
  });

  it('is judged as before when the sign-in is an hour old, or younger', async () => {
    const api = server.with(await server.signIn('employee'));
    server.clock.now = NOW + 60 * MINUTE;
    for (const entry of ASKING) expect((await ask(api, entry)).body['code'], entry.name).not.toBe('SIGN_IN_AGAIN');
  });

  it('leaves the session as it is: it goes on with everything else', async () => {
    const api = server.with(await server.signIn('org-admin'));
    server.clock.now = NOW + 61 * MINUTE;
    expect((await rename(api, 'Acme', 'recent-0000000001')).body).toMatchObject(OLD);
    expect((await api.get('/api/v2/getLoggedInDetails')).status).toBe(200);
    expect((await api.get('/api/v1/people?pageSize=5&pageNumber=0')).status).toBe(200);
    expect((await api.get('/api/v1/organisation')).status).toBe(200);
  });

  it('use does not renew a sign-in, and another session’s is not one’s own', async () => {
    const old = server.with(await server.signIn('org-admin'));
    for (let minutes = 6; minutes <= 66; minutes += 6) {
      server.clock.now = NOW + minutes * MINUTE;
      await old.get('/api/v1/organisation');
    }
    const young = server.with(await server.signIn('org-admin'));
    expect((await rename(old, 'Acme', 'recent-0000000002')).status).toBe(403);
    expect((await rename(young, 'Acme', 'recent-0000000003')).status).toBe(200);
  });

  it('a change whose answer was lost is not made twice after signing in again', async () => {
    const old = server.with(await server.signIn('org-admin'));
    const done = await rename(old, 'Acme', 'recent-0000000004');
    server.clock.now = NOW + 61 * MINUTE;
    expect((await rename(old, 'Acme', 'recent-0000000004')).status).toBe(403);
    const again = await rename(server.with(await server.signIn('org-admin')), 'Acme', 'recent-0000000004');
    expect([again.status, again.body]).toEqual([200, done.body]);
    expect(again.headers.get('Idempotency-Replayed')).toBe('true');
  });

  it('a file is refused before it is received', async () => {
    const api = server.with(await server.signIn('org-admin'));
    server.clock.now = NOW + 61 * MINUTE;
    const answer = await api.upload(Buffer.alloc(9 * 1024 * 1024, 'a'), 'people.csv', {}, '/api/v1/people/import');
    expect(answer.body).toMatchObject(OLD);
  });

  it('a session that has ended is refused as such', async () => {
    const api = server.with(await server.signIn('org-admin'));
    server.clock.now = NOW + 61 * MINUTE;
    await api.post('/api/v2/logout');
    expect((await rename(api, 'Acme', 'recent-0000000005')).body['code']).toBe('UNAUTHENTICATED');
  });
});

it('SES-44 RECENT_SIGN_IN_MINUTES=0: a sign-in of any age is enough', async () => {
  const lenient = await startServer({ RECENT_SIGN_IN_MINUTES: '0' });
  try {
    const api = lenient.with(await lenient.signIn('org-admin'));
    lenient.clock.now = NOW + 20 * 24 * 60 * MINUTE;
    expect((await rename(api, 'Acme', 'recent-0000000006')).status).toBe(200);
  } finally {
    await lenient.close();
  }
});
