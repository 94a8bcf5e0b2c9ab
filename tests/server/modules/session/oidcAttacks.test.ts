import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { discover } from '#server/modules/session/oidc/clients.ts';
import { providerFetch } from '#server/modules/session/oidc/providerFetch.ts';
import type { Lookup } from '#server/platform/base/inside.ts';
import {
  addProvider,
  CLIENT_ID,
  send,
  startOidcProvider,
  Visitor,
  type OidcProvider,
} from '#tests/support/oidcProvider.ts';
import type { TestServer } from '#tests/support/server.ts';
import { oidcAt, serverWithProvider } from './oidcFixtures.ts';

/** A provider that answers wrongly, by mistake or on purpose. */

let server: TestServer;
let provider: OidcProvider;
const { there, signIn, away, back, exchange, ticketOf } = serverWithProvider();
const METADATA = '/.well-known/openid-configuration';
const LATER = 'Sign-in is not available right now. Please try again in a moment.';
let version = 1;

beforeAll(() => void ({ server, provider } = there));
beforeEach(async () => {
  // What was discovered before counts no more.
  version += 1;
  await server.database.db.updateTable('identity_providers').set({ version }).execute();
});

const sessions = async (): Promise<number> =>
  (await server.database.db.selectFrom('sessions').select('token_hash').execute()).length;
const seconds = (): number => Math.floor(server.clock.now / 1000);

describe('SES-31 ID tokens that are refused', () => {
  const cases: [string, () => void][] = [
    ['of another issuer', () => provider.claims({ iss: 'https://evil.test' })],
    ['of an issuer that begins alike', () => provider.claims({ iss: `${provider.issuer}.evil.test` })],
    ['signed by another key', () => provider.claims({}, true)],
    ['with another nonce', () => provider.claims({ nonce: 'A'.repeat(43) })],
    ['without a nonce', () => provider.claims({ nonce: null })],
    ['expired', () => provider.claims({ exp: seconds() - 61 })],
    ['without an end', () => provider.claims({ exp: null })],
    ['from the future', () => provider.claims({ iat: seconds() + 61 })],
    ['older than ten minutes', () => provider.claims({ iat: seconds() - 601 })],
    ['without a beginning', () => provider.claims({ iat: null })],
    ['for another client', () => provider.claims({ aud: 'other' })],
    ['for two clients, made for the other', () => provider.claims({ aud: [CLIENT_ID, 'other'], azp: 'other' })],
    ['without a subject', () => provider.claims({ sub: null })],
    ['with an endless subject', () => provider.claims({ sub: 'a'.repeat(300) })],
    ['whose signature is cut', () => changeToken((token) => token.slice(0, -8))],
    ['without a signature', () => changeToken((token) => `${unsigned(token)}.`)],
    ['that is none', () => changeToken(() => 'a.b.c')],
    ['that is missing', () => provider.changed.set('/token', ({ id_token: _gone, ...rest }) => rest)],
  ];
  const changeToken = (change: (token: string) => string): void =>
    void provider.changed.set('/token', (json) => ({ ...json, id_token: change(String(json['id_token'])) }));
  const unsigned = (token: string): string => {
    const none = Buffer.from(JSON.stringify({ alg: 'none' })).toString('base64url');
    return `${none}.${token.split('.')[1] ?? ''}`;
  };

  it.each(cases)('%s', async (_name, lie) => {
    const before = await sessions();
    lie();
    const answer = await signIn();
    expect(answer.body).toEqual({ success: false, message: 'Authentication failed!', code: 'UNAUTHENTICATED' });
    expect(await sessions()).toBe(before);
  });

  it('a subject that userinfo answers for somebody else', async () => {
    const other = await startOidcProvider(server.url, false);
    other.account = provider.account;
    other.changed.set('/me', (json) => ({ ...json, sub: 'somebody-else' }));
    await addProvider(server, other.issuer, { id: 'other' });
    const answer = await oidcAt(() => ({ server, provider: other })).signIn(undefined, 'other');
    expect(answer.status).toBe(401);
    await other.close();
  });

  it('one that was used before opens nothing', async () => {
    provider.claims({ jti: 'always-the-same' });
    expect((await signIn()).status).toBe(200);
    expect((await signIn()).status).toBe(401);
  });
});

describe('SES-31 providers that fail', () => {
  it.each([
    ['answers 500 to discovery', METADATA, 500],
    ['answers 404 to discovery', METADATA, 404],
    ['answers 500 to the code', '/token', 500],
    ['answers 500 for its keys', '/jwks', 500],
    ['answers a redirect to the code', '/token', 302],
  ])('%s: 503, and nobody is to blame', async (_name, path, status) => {
    provider.instead.set(path, (_request, response) => {
      response.setHeader('location', 'http://169.254.169.254/latest/meta-data');
      send(response, status, { error: 'server_error' });
    });
    for (let i = 0; i < 11; i += 1) {
      const answer = await signIn();
      expect([answer.status, answer.body['message']]).toEqual([503, LATER]);
    }
    provider.mend();
    expect((await signIn()).status).toBe(200);
  });

  it('does not know this client: 503', async () => {
    provider.instead.set('/token', (_request, response) => send(response, 401, { error: 'invalid_client' }));
    expect((await signIn()).body['message']).toBe(LATER);
  });

  it('refuses the person: said so', async () => {
    const visitor = new Visitor();
    const answered = await away(visitor);
    answered.searchParams.delete('code');
    answered.searchParams.set('error', 'access_denied');
    const answer = await exchange(visitor, ticketOf(await back(visitor, answered)));
    expect(answer.body['message']).toBe('The provider did not sign you in. Please try again.');
  });

  it('names another issuer beside the code: refused (mix-up)', async () => {
    for (const iss of ['https://evil.test', null]) {
      const visitor = new Visitor();
      const answered = await away(visitor);
      if (iss === null) answered.searchParams.delete('iss');
      else answered.searchParams.set('iss', iss);
      expect((await exchange(visitor, ticketOf(await back(visitor, answered)))).status).toBe(401);
    }
  });
});

describe('SES-33 discovery', () => {
  const fault = async (issuer = provider.issuer, reach = {}): Promise<unknown> =>
    discover({ issuer, client_id: CLIENT_ID }, null, { now: Date.now(), ...reach }).then(
      () => 'fine',
      (error: { fault?: string }) => error.fault,
    );
  const metadata = (changes: Record<string, unknown>): void =>
    void provider.changed.set(METADATA, (json) => ({ ...json, ...changes }));

  it('takes the provider as it is', async () => {
    expect(await fault()).toBe('fine');
  });

  it('of one that hangs ends', async () => {
    provider.instead.set(METADATA, () => undefined);
    expect(await fault(provider.issuer, { timeout: 300 })).toBe('slow');
  });

  it('of one that sends a byte now and then ends too', async () => {
    provider.instead.set(METADATA, (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const timer = setInterval(() => response.write(' '), 50);
      response.on('close', () => clearInterval(timer));
    });
    expect(await fault(provider.issuer, { timeout: 400 })).toBe('slow');
  });

  it.each([
    ['a redirect to a private address', 302, 'redirect'],
    ['an error', 500, 'status'],
    ['what is not found', 404, 'notJson'],
  ])('that answers %s', async (_name, status, expected) => {
    provider.instead.set(METADATA, (_request, response) => {
      response.setHeader('location', 'http://10.0.0.1/.well-known/openid-configuration');
      send(response, status, {});
    });
    expect(await fault()).toBe(expected);
  });

  it('that answers a page, or without end', async () => {
    provider.instead.set(METADATA, (_request, response) => void response.end('<!doctype html>'));
    expect(await fault()).toBe('notJson');
    provider.instead.set(METADATA, (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(' '.repeat(1_100_000));
    });
    expect(await fault()).toBe('endless');
  });

  it.each([
    ['another issuer', { issuer: 'https://evil.test' }, 'issuer'],
    ['no issuer', { issuer: undefined }, 'notJson'],
    ['no keys', { jwks_uri: undefined }, 'incomplete'],
    ['no place for codes', { token_endpoint: undefined }, 'incomplete'],
    ['a script in place of its page', { authorization_endpoint: 'javascript:alert(1)' }, 'insecure'],
    ['a page without TLS', { authorization_endpoint: 'http://idp.example/auth' }, 'insecure'],
    ['a place for codes without TLS', { token_endpoint: 'http://idp.example/token' }, 'insecure'],
    ['a sign-out without TLS', { end_session_endpoint: 'http://idp.example/end' }, 'insecure'],
  ])('that names %s', async (_name, changes, expected) => {
    metadata(changes);
    expect(await fault()).toBe(expected);
  });

  it.each([
    ['http://idp.example', 'insecure'],
    ['ftp://idp.example', 'insecure'],
    ['https://name:password@idp.example', 'insecure'],
    ['not an address', 'insecure'],
    ['https://127.0.0.1:9', 'unreachable'],
  ])('of %s', async (issuer, expected) => {
    expect(await fault(issuer)).toBe(expected);
  });

  it('of a name that does not resolve', async () => {
    const lookup: Lookup = (_name, _options, done) => done(new Error('ENOTFOUND'), []);
    expect(await fault('https://idp.example', { lookup })).toBe('unreachable');
  });
});

describe('SES-33 where a provider may lead', () => {
  const to =
    (address: string): Lookup =>
    (_name, _options, done) =>
      done(null, [{ address, family: address.includes(':') ? 6 : 4 }]);
  const ask = (inside: boolean, url: string, lookup?: Lookup): Promise<unknown> =>
    providerFetch(inside, { lookup, timeout: 300 })(url, {
      method: 'GET',
      headers: {},
      redirect: 'manual',
      body: undefined,
    }).then(
      () => 'fine',
      (error: { fault?: string }) => error.fault,
    );

  it.each(['127.0.0.1', '10.1.2.3', '192.168.0.1', '169.254.169.254', '::1', 'fd00::1'])(
    'a public issuer never to %s, by name or by number',
    async (address) => {
      expect(await ask(false, 'https://keys.idp.example/', to(address))).toBe('inside');
      expect(await ask(false, `https://${address.includes(':') ? `[${address}]` : address}/`)).toBe('inside');
    },
  );

  it('an issuer in the own network to that network, and not to what clouds keep for a machine', async () => {
    expect(await ask(true, `${provider.issuer}${METADATA}`)).toBe('fine');
    expect(await ask(true, 'https://keys.idp.example/', to('169.254.169.254'))).toBe('inside');
    expect(await ask(true, 'https://169.254.169.254/')).toBe('inside');
  });
});
