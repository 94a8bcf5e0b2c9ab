import { afterAll, beforeAll, expect, it } from 'vitest';
import { Api, type Answer } from '#tests/support/api.ts';
import { email, type PersonKey } from '#tests/support/people.ts';
import { placeOf } from '#server/platform/http/proxied.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
beforeAll(async () => {
  // TRUSTED_PROXIES is not set: to this server everybody behind a proxy has one address.
  server = await startServer();
});
afterAll(() => server.close());

const FORWARDED = { 'x-forwarded-for': '203.0.113.66' };
const send = (credential: string, headers: Record<string, string>): Promise<Answer> =>
  new Api(server.url, null).post('/api/v1/account/googlelogin/v2', { credential }, headers);
const tokenOf = (who: PersonKey, changes = {}): Promise<string> =>
  server.identity.sign(server.identity.claims(email(who), server.clock.now, changes));

it('S19 ten bad sign-ins behind a proxy that the settings do not name keep nobody else out', async () => {
  for (let n = 0; n < 10; n += 1) expect((await send('a.b.c', FORWARDED)).status).toBe(401);
  for (let n = 0; n < 10; n += 1)
    expect((await send(await tokenOf('manager', { aud: 'somebody else' }), FORWARDED)).status).toBe(401);
  expect((await send('a.b.c', FORWARDED)).status).toBe(429);
  expect((await send(await tokenOf('manager', { aud: 'somebody else' }), FORWARDED)).status).toBe(429);
  expect((await send(await tokenOf('employee'), FORWARDED)).status).toBe(200);
});

it('S19 without a proxy they are counted by address alone, whatever name they give', async () => {
  for (let n = 0; n < 10; n += 1)
    expect((await send(await tokenOf(n % 2 ? 'manager' : 'finance', { aud: 'somebody else' }), {})).status).toBe(401);
  expect((await send('a.b.c', {})).status).toBe(429);
});

it('S19 any number of names takes a limited number of places of one network', () => {
  const places = new Set(
    Array.from({ length: 50_000 }, (_, n) =>
      placeOf({ ip: '192.0.2.1', headers: FORWARDED }, 0, `person${n}@example.com`),
    ),
  );
  expect(places.size).toBe(4_096);
  const [one, same] = ['Manager@example.com', 'manager@EXAMPLE.com'].map((person) =>
    placeOf({ ip: '192.0.2.1', headers: FORWARDED }, 0, person),
  );
  expect(same).toBe(one);
});

it('S19 it is said in the log, once', () => {
  expect(server.logs.filter((line) => line.includes('TRUSTED_PROXIES is 0'))).toHaveLength(1);
});

it('S19 a token without its hosted domain, or of another, opens nothing where SIGN_IN_DOMAIN is set', async () => {
  const strict = await startServer({ SIGN_IN_DOMAIN: 'example.com' });
  try {
    const sign = (hd: string | null) =>
      strict.identity.sign(strict.identity.claims(email('employee'), strict.clock.now, { hd }));
    for (const hd of [null, '', 'example.org', 'example.com.evil.test'])
      expect(
        (await new Api(strict.url, null).post('/api/v1/account/googlelogin/v2', { credential: await sign(hd) })).status,
      ).toBe(403);
    expect(
      (
        await new Api(strict.url, null).post('/api/v1/account/googlelogin/v2', {
          credential: await sign('Example.com'),
        })
      ).status,
    ).toBe(200);
  } finally {
    await strict.close();
  }
});
