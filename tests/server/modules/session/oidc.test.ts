import { beforeAll, describe, expect, it } from 'vitest';
import { MESSAGES } from '#contract/error.ts';
import { loginAnswer } from '#contract/session.ts';
import { forgetSignIns } from '#server/modules/session/index.ts';
import { addProvider, startOidcProvider, Visitor, type OidcProvider } from '#tests/support/oidcProvider.ts';
import { email, idOf } from '#tests/support/people.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';
import { CALLBACK, serverWithProvider, startOf } from './oidcFixtures.ts';

let server: TestServer;
let provider: OidcProvider;
const { there, away, back, ticketOf, exchange, signIn } = serverWithProvider();
const EMPLOYEE = email('employee');
const employee = { sub: 'acme-1', email: EMPLOYEE, email_verified: true };
const LOST = 'This sign-in is over, or was begun in another browser. Please sign in again.';

beforeAll(() => void ({ server, provider } = there));

const auditOf = async (action: string) =>
  (
    await server.database.db
      .selectFrom('audit_log')
      .select(['actor_id', 'after'])
      .where('action', '=', action)
      .orderBy('at')
      .execute()
  ).at(-1);

describe('SES-30 sign-in at an OpenID Connect provider', () => {
  it('opens a session as Google’s way does, and leads where one wanted to go', async () => {
    const visitor = new Visitor();
    const answered = await away(visitor);
    expect(answered.pathname).toBe(CALLBACK);
    const page = await back(visitor, answered);
    expect([page.origin, page.searchParams.get('rd')]).toEqual([server.url, '/list']);
    const answer = await exchange(visitor, ticketOf(page), { 'device-id': 'device-0001' });
    const { token, accountDetails, deviceSecret } = loginAnswer.parse(answer.body);
    expect(accountDetails).toMatchObject({ email: EMPLOYEE, name: 'Asha Nair', personId: idOf('employee') });
    expect(deviceSecret).toBeDefined();
    expect((await server.with(token).get('/api/v2/getLoggedInDetails')).status).toBe(200);
    expect(await auditOf('sign-in')).toEqual({ actor_id: idOf('employee'), after: { how: 'oidc:idp' } });
    expect(await auditOf('subject')).toMatchObject({ after: { source: 'oidc:idp' } });
  });

  it('SES-45 asks the provider to ask who it is where somebody signs in again, and only there', async () => {
    const promptOf = async (query: string) => {
      const response = await new Visitor().ask(`${server.url}${startOf()}${query}`);
      const { searchParams } = new URL(response.headers.get('location') ?? '');
      return [searchParams.get('prompt'), searchParams.get('max_age')];
    };
    expect([await promptOf(''), await promptOf('?rd=%2Flist'), await promptOf('?again=1')]).toEqual([
      [null, null],
      [null, null],
      ['login', '0'],
    ]);
  });

  it('asks the provider with PKCE, state and nonce, and keeps none of them readable', async () => {
    const visitor = new Visitor();
    const response = await visitor.ask(`${server.url}${startOf()}`);
    const to = new URL(response.headers.get('location') ?? '');
    expect([response.status, to.origin]).toEqual([303, provider.issuer]);
    const asked = Object.fromEntries(to.searchParams);
    expect(asked).toMatchObject({
      response_type: 'code',
      client_id: 'kharcha',
      scope: 'openid email profile',
      code_challenge_method: 'S256',
      redirect_uri: `${server.url}${CALLBACK}`,
    });
    expect([asked['state'], asked['nonce'], asked['code_challenge']].map((text) => text?.length)).toEqual([43, 43, 43]);
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^kharcha-sign-in=[\w-]{43}; Path=\/; Max-Age=900; HttpOnly; SameSite=Lax$/),
    ]);
    const rows = JSON.stringify(await server.database.db.selectFrom('oidc_sign_ins').selectAll().execute());
    expect(rows).not.toContain(asked['state']);
    expect(rows).not.toContain([...visitor.cookies(server.url).values()][0]);
  });

  it('over https the cookie is for this host and https alone', async () => {
    const proxied = await startServer({ PUBLIC_URL: 'https://kharcha.example' });
    await addProvider(proxied, provider.issuer);
    const response = await fetch(`${proxied.url}${startOf()}`, { redirect: 'manual' });
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^__Host-kharcha-sign-in=[\w-]{43}; Path=\/; Max-Age=900; HttpOnly; SameSite=Lax; Secure$/),
    ]);
    const to = new URL(response.headers.get('location') ?? '');
    expect(to.searchParams.get('redirect_uri')).toBe(`https://kharcha.example${CALLBACK}`);
    await proxied.close();
  });

  it('reads address and groups from userinfo where the ID token has none', async () => {
    const other = await startOidcProvider(server.url, false);
    other.account = { ...employee, sub: 'acme-1' };
    await addProvider(server, other.issuer, { id: 'second', name: 'Second' });
    await server.database.db.updateTable('people').set({ subject: null }).where('id', '=', idOf('employee')).execute();
    expect((await signIn(new Visitor(), 'second')).status).toBe(200);
    await server.database.db.updateTable('people').set({ subject: null }).where('id', '=', idOf('employee')).execute();
    await other.close();
  });

  it('discovers a provider once for many sign-ins', async () => {
    await signIn();
    const before = provider.asked('/.well-known/openid-configuration');
    await signIn();
    await signIn();
    expect(provider.asked('/.well-known/openid-configuration')).toBe(before);
  });

  it('two tabs of one browser sign in side by side', async () => {
    const visitor = new Visitor();
    const [one, two] = [await away(visitor), await away(visitor)];
    const pages = [await back(visitor, two), await back(visitor, one)];
    for (const page of pages) expect((await exchange(visitor, ticketOf(page))).status).toBe(200);
  });
});

describe('whose account it is, by the rules of every way', () => {
  it('a stranger, a disabled person and a reused address are not set up', async () => {
    provider.account = { ...employee, sub: 'stranger', email: 'stranger@example.com' };
    const stranger = await signIn();
    expect([stranger.status, stranger.body['message']]).toEqual([403, MESSAGES.notSetUp]);
    const after = { how: 'oidc:idp', email: 'stranger@example.com', why: 'not in the directory, or disabled' };
    expect(await auditOf('sign-in-refused')).toMatchObject({ actor_id: null, after });
    provider.account = { ...employee, sub: 'somebody-new' };
    expect((await signIn()).body['message']).toBe(MESSAGES.notSetUp);
    provider.account = { ...employee, sub: 'left', email: email('tally') };
    await server.database.db.updateTable('people').set({ disabled: true }).where('id', '=', idOf('tally')).execute();
    expect((await signIn()).body['message']).toBe(MESSAGES.notSetUp);
  });

  it('a known subject whose address changed keeps its account', async () => {
    provider.account = { sub: 'moving', email: email('newcomer'), email_verified: true };
    expect((await signIn()).status).toBe(200);
    provider.account = { sub: 'moving', email: 'Moved@Example.com', email_verified: true };
    expect((await signIn()).body['accountDetails']).toMatchObject({ email: 'moved@example.com', name: 'Dev Patel' });
  });

  it.each([
    ['not verified', { email_verified: false }, {}, 'Your e-mail address is not verified.'],
    ['not said to be verified', { email_verified: undefined }, {}, 'Your e-mail address is not verified.'],
    [
      'said to be not verified, at a provider whose addresses are',
      { email_verified: false },
      { trusts_email: true },
      'Your e-mail address is not verified.',
    ],
    [
      'missing',
      { email: undefined, email_verified: undefined },
      {},
      'Your account at this provider has no e-mail address. Ask your administrator.',
    ],
    ['of another domain', {}, { domains: ['acme.test'] }, 'Please sign in with your work account.'],
  ])('SES-31 an address that is %s', async (_name, account, changes, message) => {
    await server.database.db
      .updateTable('identity_providers')
      .set({ domains: [], trusts_email: false, ...changes, version: 2 })
      .where('id', '=', 'idp')
      .execute();
    provider.account = { ...employee, ...account } as typeof employee;
    const answer = await signIn();
    expect([answer.status, answer.body['message']]).toEqual([403, message]);
    expect(answer.body['token']).toBeUndefined();
    await server.database.db
      .updateTable('identity_providers')
      .set({ domains: [], trusts_email: false, version: 1 })
      .where('id', '=', 'idp')
      .execute();
  });

  it('SES-31 nothing is said of the address at a provider whose addresses are verified', async () => {
    const set = (trusts_email: boolean) =>
      server.database.db.updateTable('identity_providers').set({ trusts_email }).where('id', '=', 'idp').execute();
    await set(true);
    const { email_verified: _said, ...silent } = employee;
    provider.account = silent;
    expect((await signIn()).status).toBe(200);
    await set(false);
  });
});

describe('SES-32 once, and in one browser', () => {
  it('a state of another browser is refused, and costs whose it is nothing', async () => {
    const [mine, theirs] = [new Visitor(), new Visitor()];
    const answered = await away(mine);
    await theirs.ask(`${server.url}${startOf()}`);
    const page = await back(theirs, answered);
    expect(ticketOf(page)).toBe('none');
    expect((await exchange(theirs, 'none')).body).toMatchObject({ code: 'UNAUTHENTICATED', message: LOST });
    const own = await back(mine, answered);
    expect((await exchange(mine, ticketOf(own))).status).toBe(200);
  });

  it('a ticket of another browser is refused, and works in its own, once', async () => {
    const mine = new Visitor();
    const ticket = ticketOf(await back(mine, await away(mine)));
    const theirs = new Visitor();
    await theirs.ask(`${server.url}${startOf()}`);
    for (const other of [theirs, new Visitor()]) expect((await exchange(other, ticket)).body['message']).toBe(LOST);
    const twice = await Promise.all([exchange(mine, ticket), exchange(mine, ticket)]);
    expect(twice.map(({ status }) => status).toSorted()).toEqual([200, 401]);
  });

  it('a code and its state work once', async () => {
    const visitor = new Visitor();
    const answered = await away(visitor);
    await back(visitor, answered);
    expect(ticketOf(await back(visitor, answered))).toBe('none');
    const second = await away(visitor);
    second.searchParams.set('code', answered.searchParams.get('code') ?? '');
    const answer = await exchange(visitor, ticketOf(await back(visitor, second)));
    expect(answer.status).toBe(401);
    expect(await auditOf('sign-in-refused')).toMatchObject({ after: { why: 'the provider answers invalid_grant' } });
  });

  it('a sign-in that took longer than ten minutes, and a ticket older than two, are over', async () => {
    const visitor = new Visitor();
    const answered = await away(visitor);
    server.clock.now += 10 * 60_000 + 1;
    expect(ticketOf(await back(visitor, answered))).toBe('none');
    server.clock.now = Date.now();
    const ticket = ticketOf(await back(visitor, await away(visitor)));
    server.clock.now += 2 * 60_000 + 1;
    expect((await exchange(visitor, ticket)).body['message']).toBe(LOST);
  });

  it.each(['', '?', '?state=x', '?state=a&state=b', `?state=${'A'.repeat(43)}&code=1`, '?code=1&error=%00'])(
    'a callback without a sign-in: %j',
    async (search) => {
      const page = await new Visitor().follow(`${server.url}${CALLBACK}${search}`, (url) => url.pathname === '/login');
      expect(page.href).toBe(`${server.url}/login#ticket=none`);
    },
  );

  it('SES-17 failures are limited to ten a minute for an address', async () => {
    for (let i = 0; i < 10; i += 1) expect((await exchange(new Visitor(), 'none')).status).toBe(401);
    expect((await exchange(new Visitor(), 'none')).status).toBe(429);
  });

  it('leads to places of this app alone', async () => {
    const visitor = new Visitor();
    const start = `${server.url}${startOf()}?rd=${encodeURIComponent('//evil.test/home')}`;
    const page = await visitor.follow(start, (url) => url.pathname === '/login');
    expect(page.searchParams.get('rd')).toBe('/home');
  });

  it('switched off meanwhile, a provider opens nothing; what nobody finished is forgotten', async () => {
    const set = (enabled: boolean) =>
      server.database.db.updateTable('identity_providers').set({ enabled }).where('id', '=', 'idp').execute();
    const visitor = new Visitor();
    const answered = await away(visitor);
    await set(false);
    expect((await exchange(visitor, ticketOf(await back(visitor, answered)))).body['message']).toBe(LOST);
    await set(true);
    await away(visitor);
    expect(await forgetSignIns(server.database.db, server.clock.now + 10 * 60_000 + 1)).toBeGreaterThan(0);
    expect(await server.database.db.selectFrom('oidc_sign_ins').selectAll().execute()).toEqual([]);
  });

  it('a provider that is switched off, or that nobody knows, begins nothing', async () => {
    await addProvider(server, provider.issuer, { id: 'off', enabled: false });
    for (const id of ['off', 'unknown', '%00', "a'b"]) {
      const response = await fetch(`${server.url}${startOf(id)}`, { redirect: 'manual' });
      expect([id, response.status, response.headers.get('location')]).toEqual([id, 303, '/login#ticket=none']);
    }
    const config = (await server.with(null).get('/config.json')).body;
    expect(config['identityProviders']).toEqual([
      { id: 'idp', name: 'Acme' },
      { id: 'second', name: 'Second' },
    ]);
  });
});
