import '#tests/support/page.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { searchLocalExpenses } from '#contract/calls/localExpenses.ts';
import { googleLogin } from '#contract/calls/session.ts';
import { userRole } from '#contract/calls/users.ts';
import { HEADERS } from '#contract/headers.ts';
import { rememberConfig } from '#data/config.ts';
import { readToken } from '#start/cookies.ts';
import { readPlace, writePlace, writeToken } from '#data/cookies.ts';
import { ApiError, isUnreachable } from '#data/errors.ts';
import { online } from '#data/online.ts';
import { addressOf, call, headers } from '#data/http.ts';
import { settleDeviceId } from '#data/person.ts';
import { onSessionEnd } from '#data/sessionEnd.ts';
import { refreshSession } from '#data/session.ts';
import { attributesOf, clearPage } from '#tests/support/page.ts';
import { email } from '#tests/support/people.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
const pointAt = (url: string): void =>
  rememberConfig({
    success: true,
    googleClientId: null,
    demo: false,
    baseUrls: { expense: url, auth: url, file: url },
    analyticsUrl: null,
    pushPublicKey: null,
    orgTimeZone: 'Asia/Kolkata',
    version: 'test',
  });

beforeAll(async () => {
  server = await startServer();
}, 60_000);
afterAll(() => server.close());
beforeEach(clearPage);

const failure = (run: Promise<unknown>): Promise<ApiError> =>
  run.then(
    () => Promise.reject(new Error('It succeeded.')),
    (error: unknown) => error as ApiError,
  );

describe('the page’s calls, against the real server', () => {
  it('SES-10: sends what the wire asks for', () => {
    writeToken('abc');
    writePlace(12.97, 77.59);
    expect(document.cookie).toContain('lat-long=12.97,77.59');
    expect(headers()).toMatchObject({ token: 'abc', platform: 'WEB_SITE', latitude: '12.97', longitude: '77.59' });
    expect(readPlace()).toEqual({ latitude: '12.97', longitude: '77.59' });
    expect(addressOf(searchLocalExpenses, { list: { filters: { MANAGER_APPROVAL_STATUS: ['0', '2'] } } })).toContain(
      '/api/v1/allExpense/search?pageSize=25&pageNumber=0&filter=MANAGER_APPROVAL_STATUS:0|2&primaryExpenseType=0',
    );
  });

  it('signs in and parses answers by the contract', async () => {
    pointAt(server.url);
    const credential = await server.identity.sign(server.identity.claims(email('employee'), server.clock.now));
    await settleDeviceId();
    expect(headers()[HEADERS.deviceId]).toBeTypeOf('string');
    const answer = await call(googleLogin, { body: { credential } });
    expect(answer.accountDetails.email).toBe(email('employee'));
    expect(answer.deviceSecret).toBeTypeOf('string');
    writeToken(answer.token);
    expect((await call(userRole, { query: { email: email('employee') } })).data.isManager).toBe(false);
  });

  it('SES-19: the cookie lives 400 days, on this site alone, over https only there, renewed by each use', async () => {
    pointAt(server.url);
    const lasting = ['Path=/', `Max-Age=${400 * 86_400}`, 'SameSite=Lax'];
    const token = await server.signIn('employee');
    writeToken(token);
    expect(attributesOf('admin-auth-token')).toEqual(lasting);
    clearPage();
    pointAt(server.url);
    document.cookie = `admin-auth-token=${token}`;
    expect((await refreshSession())?.email).toBe(email('employee'));
    expect([readToken(), attributesOf('admin-auth-token')]).toEqual([token, lasting]);
    window.location.protocol = 'https:';
    writeToken(token);
    window.location.protocol = 'http:';
    expect(attributesOf('admin-auth-token')).toEqual([...lasting, 'Secure']);
  });

  it('brings every refusal to one shape with the server’s sentence', async () => {
    pointAt(server.url);
    writeToken(await server.signIn('employee'));
    const error = await failure(call(searchLocalExpenses, { list: { filters: { USER_EMAIL: [email('employee2')] } } }));
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 403, code: 'FORBIDDEN' });
    expect(isUnreachable(error)).toBe(false);
  });

  it('SES-13, OB-7: a 401 says that the session has ended, an error without a token does not', async () => {
    pointAt(server.url);
    let ended = 0;
    const stop = onSessionEnd(() => (ended += 1));
    expect(readToken()).toBeNull();
    expect((await failure(call(userRole))).status).toBe(401);
    expect(ended).toBe(0);
    writeToken('not-a-session-of-this-server');
    expect(await failure(call(userRole))).toMatchObject({ status: 401, message: 'Authentication failed!' });
    expect(ended).toBe(1);
    stop();
  });

  it('OB-4: no server and a page that is not ours are both unreachable', async () => {
    pointAt('http://127.0.0.1:9');
    const dead = await failure(call(userRole));
    expect(dead).toMatchObject({ status: 0, code: 'NO_NETWORK' });
    expect(isUnreachable(dead)).toBe(true);
    pointAt(`${server.url}/home#`);
    const portal = await failure(call(userRole));
    expect(portal.code).toBe('CAPTIVE_PORTAL');
    expect(isUnreachable(portal)).toBe(true);
  });

  it('an answer that nobody waits for any more says nothing about the network, however far it has come', async () => {
    pointAt(server.url);
    writeToken(await server.signIn('employee'));
    const really = fetch;
    const ended: string[] = [];
    for (const when of ['before its head', 'before its body']) {
      for (let n = 0; n < 4; n += 1) {
        const gone = new AbortController();
        vi.stubGlobal('fetch', async (...asked: Parameters<typeof fetch>) => {
          if (when === 'before its head') gone.abort();
          const response = await really(...asked);
          gone.abort();
          return response;
        });
        const asked = call(userRole, { query: { email: email('employee') }, signal: gone.signal });
        ended.push((await failure(asked)).name);
      }
      expect([when, online.isOnline()]).toEqual([when, true]);
    }
    expect(new Set(ended)).toEqual(new Set(['AbortError']));
    vi.unstubAllGlobals();
  });
});
