import 'fake-indexeddb/auto';
import '#tests/support/page.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { userRole } from '#contract/calls/users.ts';
import { HEADERS } from '#contract/headers.ts';
import { readToken } from '#start/cookies.ts';
import { writeToken } from '#data/cookies.ts';
import { call } from '#data/http.ts';
import { dropLeft, signOutsSettled, sendPendingSignOuts } from '#data/signOuts.ts';
import { deviceStore } from '#data/person.ts';
import { requireSession, signOut } from '#data/session.ts';
import { signIn } from '#data/signIn.ts';
import { currentSession, dropSession } from '#data/sessionStore.ts';
import { closeRuntime } from '#data/runtime.ts';
import { sendSignOuts } from '#outbox/signOuts.ts';
import { sendAll } from '#sw/outboxEnv.ts';
import { clearPage } from '#tests/support/page.ts';
import { email, idOf } from '#tests/support/people.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
const realFetch = globalThis.fetch;
/** What the page asks for, with the token it shows; `network` says what becomes of it. */
let asked: { path: string; token: string | null }[];
let network: (url: string, init?: RequestInit) => Promise<Response>;

const none = (): Promise<Response> => Promise.reject(new TypeError('No network.'));
const page = { addEventListener: () => undefined, removeEventListener: () => undefined };

beforeAll(async () => {
  server = await startServer();
  Object.assign(globalThis.document, page, { visibilityState: 'visible' });
  Object.assign(globalThis.window, page);
}, 60_000);
afterAll(() => server.close());
beforeEach(() => {
  clearPage();
  asked = [];
  network = realFetch;
  globalThis.fetch = (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input, server.url);
    asked.push({ path: url.pathname, token: new Headers(init?.headers).get(HEADERS.token) });
    return network(url.href, init);
  };
});
afterEach(async () => {
  network = realFetch;
  sendPendingSignOuts();
  await signOutsSettled();
  await closeRuntime();
  globalThis.fetch = realFetch;
});

const lives = async (token: string): Promise<boolean> =>
  (
    await realFetch(`${server.url}/api/v2/getLoggedInDetails`, {
      headers: { [HEADERS.token]: token, [HEADERS.platform]: 'WEB_SITE' },
    })
  ).status === 200;

/** Signs in with a network and out without one; answers the token that was good until then. */
async function leaveOffline(who: 'employee' | 'employee2' = 'employee'): Promise<string> {
  network = realFetch;
  await signIn(await server.identity.sign(server.identity.claims(email(who), server.clock.now)));
  const token = readToken();
  if (token === null) throw new Error('Nobody signed in.');
  network = none;
  expect(await signOut('keep')).toBeNull();
  return token;
}

/** Tells what is owed as a page does, and waits for it. */
async function tell(): Promise<void> {
  await signOutsSettled();
  sendPendingSignOuts();
  await signOutsSettled();
}

it('S17 SES-24: a sign-out without a network ends the session at the server when there is one again', async () => {
  const token = await leaveOffline();
  expect([readToken(), currentSession(), await lives(token)]).toEqual([null, null, true]);
  await tell();
  expect(await lives(token)).toBe(true);
  network = realFetch;
  await tell();
  expect(await lives(token)).toBe(false);
  asked = [];
  await tell();
  expect(asked).toEqual([]);
}, 30_000);

it('S17 SES-24: the worker does it too, with no page open', async () => {
  const token = await leaveOffline();
  await expect(sendAll('1')).rejects.toThrow('A sign-out is left.');
  network = realFetch;
  await sendAll('1');
  expect(await lives(token)).toBe(false);
  asked = [];
  await sendAll('1');
  expect(asked).toEqual([]);
}, 30_000);

it('S17 SES-24: two people who leave one after the other are both signed out', async () => {
  const tokens = [await leaveOffline('employee'), await leaveOffline('employee2')];
  network = realFetch;
  await tell();
  expect(await Promise.all(tokens.map(lives))).toEqual([false, false]);
}, 30_000);

it('S17 SES-24: only an answer of our server counts: not a hotspot’s page, not a server that is stopping', async () => {
  const token = await leaveOffline();
  const others = [
    () => new Response('<html>Welcome to the hotel</html>', { headers: { 'content-type': 'text/html' } }),
    () => Response.json({ portal: true }),
    () => Response.json({ success: false }, { status: 503 }),
    () => Response.json({ success: false }, { status: 429 }),
  ];
  for (const answer of others) {
    network = () => Promise.resolve(answer());
    await tell();
    expect(await sendSignOuts(await deviceStore(), none)).toBe(1);
  }
  network = realFetch;
  await tell();
  expect(await lives(token)).toBe(false);
}, 30_000);

it('S17 SES-24: a sign-out that the server hears at once leaves nothing behind', async () => {
  await signIn(await server.identity.sign(server.identity.claims(email('employee'), server.clock.now)));
  const token = readToken() ?? '';
  await signOut('keep');
  expect(await lives(token)).toBe(false);
  expect(await sendSignOuts(await deviceStore(), none)).toBe(0);
}, 30_000);

it('ID-1: a session that was signed out of is none when a killed browser has its cookie back', async () => {
  await signIn(await server.identity.sign(server.identity.claims(email('employee'), server.clock.now)));
  const told = readToken() ?? '';
  const reload = vi.fn<() => void>();
  expect(await dropLeft(reload)).toBe(false);
  await signOut('keep');
  for (const token of [told, await leaveOffline()]) {
    writeToken(token);
    expect([await dropLeft(reload), readToken()]).toEqual([true, null]);
  }
  writeToken('of the next one');
  expect([await dropLeft(reload), readToken()]).toEqual([false, 'of the next one']);
  expect(reload).toHaveBeenCalledTimes(2);
}, 30_000);

it('ID-1 SES-24: a page that is closed while the server is waited for has left nothing that opens', async () => {
  await signIn(await server.identity.sign(server.identity.claims(email('employee'), server.clock.now)));
  const token = readToken() ?? '';
  let end = (): void => undefined;
  network = (url) =>
    url.endsWith('/logout') ? new Promise((_done, fail) => (end = () => fail(new TypeError('No network.')))) : none();
  asked = [];
  const leaving = signOut('keep');
  await vi.waitFor(() => expect(asked).toContainEqual({ path: '/api/v2/logout', token }));
  const { ring } = await (await deviceStore()).opening({ email: email('employee'), id: idOf('employee') });
  expect([readToken(), currentSession(), ring]).toEqual([null, null, null]);
  end();
  expect(await leaving).toBeNull();
  network = realFetch;
  await tell();
  expect(await lives(token)).toBe(false);
}, 30_000);

it.each([
  ['signed out', () => signOut('keep')],
  ['the server ended their session', () => Promise.resolve(dropSession())],
])(
  'P14: who signs in on a page whose person has left begins with one of their own: %s',
  async (_how, leave) => {
    await signIn(await server.identity.sign(server.identity.claims(email('employee'), server.clock.now)));
    await leave();
    const one = await server.identity.sign(server.identity.claims(email('employee'), server.clock.now));
    expect(await signIn(one)).toMatchObject({ email: email('employee') });
    await leave();
    const other = await server.identity.sign(server.identity.claims(email('employee2'), server.clock.now));
    expect(await signIn(other)).toBeNull();
    expect(readToken()).not.toBeNull();
    // Nor does the worker take what the next one shares for the first one's.
    const { ring } = await (await deviceStore()).opening({ email: email('employee'), id: idOf('employee') });
    expect(ring).toBeNull();
  },
  30_000,
);

it('SES-45: who signs in again owes the end of the session before at once, whatever becomes of the page', async () => {
  await signIn(await server.identity.sign(server.identity.claims(email('employee'), server.clock.now)));
  const before = readToken() ?? '';
  // The page goes as soon as the sign-in stands: no request of it arrives any more.
  network = (url, init) => (url.endsWith('/logout') ? none() : realFetch(url, init));
  await signIn(await server.identity.sign(server.identity.claims(email('employee'), server.clock.now)));
  expect(await sendSignOuts(await deviceStore(), none)).toBe(1);
  expect(await lives(before)).toBe(true);
  network = realFetch;
  await tell();
  expect([await lives(before), await lives(readToken() ?? '')]).toEqual([false, true]);
}, 30_000);

it('SES-45: the same where somebody else signs in over a page', async () => {
  await signIn(await server.identity.sign(server.identity.claims(email('employee'), server.clock.now)));
  const before = readToken() ?? '';
  network = (url, init) => (url.endsWith('/logout') ? none() : realFetch(url, init));
  expect(
    await signIn(await server.identity.sign(server.identity.claims(email('employee2'), server.clock.now))),
  ).toBeNull();
  expect(await sendSignOuts(await deviceStore(), none)).toBe(1);
  network = realFetch;
  await tell();
  expect([await lives(before), await lives(readToken() ?? '')]).toEqual([false, true]);
}, 30_000);

/** Every row of every database of this device, as text; keys that cannot be taken out are named so. */
async function everythingStored(): Promise<string> {
  const all: string[] = [];
  for (const { name = '' } of await indexedDB.databases()) {
    const db = await new Promise<IDBDatabase>((done, failed) => {
      const request = indexedDB.open(name);
      request.onsuccess = () => done(request.result);
      request.onerror = () => failed(request.error ?? new Error(name));
    });
    for (const store of db.objectStoreNames) {
      const rows = await new Promise<unknown[]>((done) => {
        const request = db.transaction(store).objectStore(store).getAll();
        request.onsuccess = () => done(request.result);
      });
      all.push(
        JSON.stringify(rows, (_key, value: unknown) =>
          value instanceof CryptoKey
            ? { extractable: value.extractable }
            : value instanceof ArrayBuffer || ArrayBuffer.isView(value)
              ? Buffer.from(value as Uint8Array).toString('latin1')
              : value,
        ),
      );
    }
    db.close();
  }
  return all.join('\n');
}

it('S17 SES-24: nothing else can use the kept token: it is stored sealed, and only the sign-out sends it', async () => {
  const token = await leaveOffline();
  const stored = await everythingStored();
  expect(stored).toContain('/api/v2/logout');
  expect(stored).not.toContain(token);
  expect(stored).not.toContain('"extractable":true');
  expect(document.cookie).not.toContain(token);
  for (const key of ['facts', 'starts', 'goOn', 'push', 'device'])
    expect(localStorage.getItem(`kharcha.${key}`) ?? '').not.toContain(token);
  asked = [];
  network = realFetch;
  // The app as it goes on: nobody is signed in, and what it asks for is refused.
  expect(await requireSession()).toBeNull();
  await expect(call(userRole, { query: { email: email('employee') } })).rejects.toMatchObject({ status: 401 });
  expect(asked.filter((each) => each.token !== null)).toEqual([]);
  await tell();
  expect(asked.filter((each) => each.token !== null)).toEqual([{ path: '/api/v2/logout', token }]);
}, 30_000);

it('SES-45: on a device that keeps nothing more, the session before is ended from the page', async () => {
  const store = await deviceStore();
  const update = store.update.bind(store);
  const full = vi
    .spyOn(store, 'update')
    .mockImplementation((row, step) => (row === 'leaving' ? Promise.reject(new Error('Full.')) : update(row, step)));
  try {
    await signIn(await server.identity.sign(server.identity.claims(email('employee'), server.clock.now)));
    const before = readToken() ?? '';
    await signIn(await server.identity.sign(server.identity.claims(email('employee'), server.clock.now)));
    await vi.waitFor(async () => expect(await lives(before)).toBe(false));
    expect(await lives(readToken() ?? '')).toBe(true);
    expect(full.mock.calls.map(([row]) => row)).toContain('leaving');
  } finally {
    full.mockRestore();
  }
}, 30_000);
