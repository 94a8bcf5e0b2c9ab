import type { JWTPayload } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { addProvider, CLIENT_ID, startOidcProvider, Visitor, type OidcProvider } from '#tests/support/oidcProvider.ts';
import { idOf } from '#tests/support/people.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';
import { oidcAt, serverWithProvider } from './oidcFixtures.ts';

let server: TestServer;
let provider: OidcProvider;
const { there, signIn } = serverWithProvider();
const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
let n = 0;

beforeAll(() => void ({ server, provider } = there));

const lives = async (token: string): Promise<boolean> =>
  (await server.with(token).get('/api/v2/getLoggedInDetails')).status === 200;
const tokenOf = (answer: { body: Record<string, unknown> }): string => String(answer.body['token']);
const sidOf = async (): Promise<string> =>
  String(
    (
      await server.database.db
        .selectFrom('sessions')
        .select('provider_sid')
        .where('provider_id', '=', 'idp')
        .orderBy('created_at', 'desc')
        .executeTakeFirstOrThrow()
    ).provider_sid,
  );

describe('SES-35 logging out of a session that a provider opened', () => {
  it('leads to the provider’s own sign-out, which knows the session and the way back', async () => {
    const visitor = new Visitor();
    const token = tokenOf(await signIn(visitor));
    const answer = await server.with(token).post('/api/v2/logout');
    expect(await lives(token)).toBe(false);
    const leave = new URL(String(answer.body['leave']));
    expect(`${leave.origin}${leave.pathname}`).toBe(`${provider.issuer}/session/end`);
    expect(leave.searchParams.get('post_logout_redirect_uri')).toBe(`${server.url}/`);
    expect(leave.searchParams.get('id_token_hint')?.split('.')).toHaveLength(3);
    expect((await visitor.ask(leave.href)).status).toBe(200);
    const row = await server.database.db.selectFrom('sessions').select('id_token').execute();
    expect(row.every(({ id_token }) => id_token === null)).toBe(true);
  });

  it('of another way, of no session, or where the provider has none or hangs: as before', async () => {
    const google = await (await server.as('manager')).post('/api/v2/logout');
    expect(google.body).toEqual({ success: true });
    expect((await server.with(null).post('/api/v2/logout')).body).toEqual({ success: true });
    const token = tokenOf(await signIn());
    await server.database.db.updateTable('identity_providers').set({ version: 7 }).execute();
    provider.instead.set('/.well-known/openid-configuration', () => undefined);
    const began = performance.now();
    expect((await server.with(token).post('/api/v2/logout')).body).toEqual({ success: true });
    expect(performance.now() - began).toBeLessThan(2_900);
    expect(await lives(token)).toBe(false);
  });

  it('the ID token is kept sealed where there is a key', async () => {
    const sealed = await startServer({ SECRETS_KEY: 'Zm9yIHRlc3RzIG9ubHksIG5vdCBhIHNlY3JldCBhdCBhbGw=' });
    sealed.clock.now = Date.now();
    const other = await startOidcProvider(sealed.url);
    other.account = provider.account;
    await addProvider(sealed, other.issuer);
    const { away, back, exchange, ticketOf } = oidcAt(() => ({ server: sealed, provider: other }));
    const visitor = new Visitor();
    const ticket = ticketOf(await back(visitor, await away(visitor)));
    const [waiting] = await sealed.database.db.selectFrom('oidc_sign_ins').select('outcome').execute();
    expect(waiting?.outcome).toMatchObject({
      identity: { provider: { idToken: expect.stringMatching(/^sealed:v1:/) as unknown } },
    });
    const answer = await exchange(visitor, ticket);
    const rows = await sealed.database.db.selectFrom('sessions').select('id_token').execute();
    expect(rows.map(({ id_token }) => id_token?.slice(0, 10))).toEqual(['sealed:v1:']);
    const { body } = await sealed.with(tokenOf(answer)).post('/api/v2/logout');
    expect(new URL(String(body['leave'])).searchParams.get('id_token_hint')?.split('.')).toHaveLength(3);
    await other.close();
    await sealed.close();
  });
});

describe('SES-35 what a provider says is over', () => {
  const send = (token: string, id = 'idp'): Promise<Response> =>
    fetch(`${server.url}/api/v1/auth/oidc/${id}/logout`, {
      method: 'POST',
      body: new URLSearchParams({ logout_token: token }),
    });
  const claims = (changes: Record<string, unknown> = {}): JWTPayload => {
    const now = Math.floor(server.clock.now / 1000);
    const all = { iss: provider.issuer, aud: CLIENT_ID, iat: now, exp: now + 120, jti: `logout-${(n += 1)}` };
    const rest = { sub: 'acme-1', events: { [EVENT]: {} }, ...changes };
    return Object.fromEntries(Object.entries({ ...all, ...rest }).filter(([, value]) => value !== null));
  };

  it('the provider itself ends the session by its own call, when the person signs out there', async () => {
    const visitor = new Visitor();
    const token = tokenOf(await signIn(visitor));
    const form = await (await visitor.ask(`${provider.issuer}/session/end`)).text();
    const secret = /name="xsrf" value="([^"]+)"/.exec(form)?.[1] ?? '';
    const body = new URLSearchParams({ xsrf: secret, logout: 'yes' });
    const done = await visitor.ask(`${provider.issuer}/session/end/confirm`, { method: 'POST', body });
    expect(done.status).toBeLessThan(400);
    await expect.poll(() => lives(token), { timeout: 20_000 }).toBe(false);
  });

  it('ends all sessions of the person, or the one that is named, and no other; each is on record', async () => {
    const [one, two] = [tokenOf(await signIn()), tokenOf(await signIn())];
    const sid = await sidOf();
    const manager = await server.signIn('manager');
    expect((await send(await provider.sign(claims({ sub: null, sid })))).status).toBe(200);
    expect([await lives(one), await lives(two)].toSorted()).toEqual([false, true]);
    const answer = await send(await provider.sign(claims()));
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect([await lives(one), await lives(two), await lives(manager)]).toEqual([false, false, true]);
    const rows = await server.database.db
      .selectFrom('audit_log')
      .select(['actor_id', 'on_behalf_of'])
      .where('action', '=', 'sign-out')
      .where('actor_id', 'is', null)
      .execute();
    expect(rows).toContainEqual({ actor_id: null, on_behalf_of: idOf('employee') });
  });

  const now = (): number => Math.floor(server.clock.now / 1000);
  const attacks: [string, () => Promise<string>][] = [
    ['of another issuer', () => provider.sign(claims({ iss: 'https://evil.test' }))],
    ['for another client', () => provider.sign(claims({ aud: 'other' }))],
    ['signed by nobody', async () => `${(await provider.sign(claims())).split('.').slice(0, 2).join('.')}.`],
    ['by another key', async () => `${(await provider.sign(claims())).slice(0, -6)}AAAAAA`],
    ['by a key that it brings', () => provider.sign(claims(), { kid: 'mine', jwk: { kty: 'RSA' } })],
    ['with a nonce, as an ID token has', () => provider.sign(claims({ nonce: 'x' }))],
    ['without an event', () => provider.sign(claims({ events: null }))],
    ['with another event', () => provider.sign(claims({ events: { other: {} } }))],
    ['with an event that is no object', () => provider.sign(claims({ events: { [EVENT]: true } }))],
    ['that names nobody', () => provider.sign(claims({ sub: null }))],
    ['without an id', () => provider.sign(claims({ jti: null }))],
    ['from the future', () => provider.sign(claims({ iat: now() + 61 }))],
    ['older than ten minutes', () => provider.sign(claims({ iat: now() - 601 }))],
    ['expired', () => provider.sign(claims({ exp: now() - 61 }))],
    ['that is none', async () => 'a.b.c'],
    ['that is empty', async () => ''],
    ['without end', async () => `${'a'.repeat(9_000)}.b.c`],
  ];
  it.each(attacks)('a logout token %s ends nothing', async (_name, make) => {
    const token = tokenOf(await signIn());
    const answer = await send(await make());
    expect(answer.status).toBe(400);
    expect(await lives(token)).toBe(true);
  });

  it('a logout token works once, and at its own provider', async () => {
    const logout = await provider.sign(claims());
    expect((await send(logout)).status).toBe(200);
    const token = tokenOf(await signIn());
    expect((await send(logout)).status).toBe(400);
    expect((await send(await provider.sign(claims()), 'unknown')).status).toBe(404);
    expect(await lives(token)).toBe(true);
  });

  it('wrong ones are limited, and keys that cannot be fetched are nobody’s fault', async () => {
    await server.database.db.updateTable('identity_providers').set({ version: 11 }).execute();
    provider.instead.set('/jwks', (_request, response) => void response.writeHead(500).end());
    expect((await send(await provider.sign(claims()))).status).toBe(503);
    for (let i = 0; i < 30; i += 1) expect((await send('x', 'unknown')).status).toBe(404);
    expect((await send('x')).status).toBe(429);
  });

  it('no other address takes a form', async () => {
    const body = new URLSearchParams({ ticket: 'x' });
    const answer = await fetch(`${server.url}/api/v1/account/oidclogin`, { method: 'POST', body });
    expect(answer.status).toBe(415);
  });
});
