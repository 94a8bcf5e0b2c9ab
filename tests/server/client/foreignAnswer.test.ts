import '#tests/support/page.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { searchLocalExpenses } from '#contract/calls/localExpenses.ts';
import { rememberConfig } from '#data/config.ts';
import { writeToken } from '#data/cookies.ts';
import type { ApiError } from '#data/errors.ts';
import { call, download } from '#data/http.ts';
import { refreshSession } from '#data/session.ts';
import { currentSession, NO_ROLES, setSession } from '#data/sessionStore.ts';
import { onWrongPerson } from '#data/sessionEnd.ts';
import { clearPage } from '#tests/support/page.ts';
import { email, idOf } from '#tests/support/people.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
let reloads = 0;
beforeAll(async () => {
  server = await startServer();
  onWrongPerson(() => (reloads += 1));
}, 60_000);
afterAll(() => server.close());
beforeEach(() => {
  clearPage();
  reloads = 0;
  rememberConfig({
    success: true,
    googleClientId: null,
    demo: false,
    baseUrls: { expense: server.url, auth: server.url, file: server.url },
    analyticsUrl: null,
    pushPublicKey: null,
    orgTimeZone: 'Asia/Kolkata',
    version: 'test',
  });
});

const pageOf = (who: 'employee' | 'employee2') =>
  setSession({
    id: idOf(who),
    email: email(who),
    name: who,
    employeeCode: 'E',
    roles: NO_ROLES,
    rolesKnown: true,
    timeZone: 'Asia/Kolkata',
  });
const read = () => call(searchLocalExpenses, { list: { filters: {} } });

describe('ID-5: whom a page reads for', () => {
  it('P14: a page that resumes under another person’s session gets nothing of theirs, and starts over', async () => {
    writeToken(await server.signIn('employee'));
    pageOf('employee');
    await expect(read()).resolves.toBeDefined();
    expect(reloads).toBe(0);
    writeToken(await server.signIn('employee2'));
    const error = await read().catch((each: unknown) => each as ApiError);
    expect(error).toMatchObject({ status: 409, code: 'WRONG_USER' });
    expect(reloads).toBe(1);
  });

  it('P14: an answer that comes after somebody else has signed in on this page is nobody’s', async () => {
    writeToken(await server.signIn('employee'));
    pageOf('employee');
    const answer = read();
    pageOf('employee2');
    await expect(answer).rejects.toMatchObject({ code: 'WRONG_USER' });
  });

  it('P14: nor is a bill whose bytes come after that', async () => {
    writeToken('token');
    pageOf('employee');
    let come = (): void => undefined;
    const body = new ReadableStream({
      start: (stream) => {
        come = () => stream.close();
      },
    });
    const asked = vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(body));
    const bytes = download('a'.repeat(64));
    await vi.waitFor(() => expect(body.locked).toBe(true));
    pageOf('employee2');
    come();
    await expect(bytes).rejects.toMatchObject({ code: 'WRONG_USER' });
    asked.mockRestore();
  });

  it('P14: who signs in on a page of nobody’s has their roles with it, asked for once', async () => {
    const asked = vi.spyOn(globalThis, 'fetch');
    writeToken(await server.signIn('manager'));
    await refreshSession();
    const roleCalls = asked.mock.calls.filter(([input]) => String(input).includes('/user/role'));
    asked.mockRestore();
    expect(currentSession()).toMatchObject({ rolesKnown: true, roles: { isManager: true } });
    expect(roleCalls).toHaveLength(1);
  });

  it('P14: the page asks the server whose it is, whatever it assumed before', async () => {
    pageOf('employee');
    writeToken(await server.signIn('employee2'));
    await refreshSession();
    expect(currentSession()).toMatchObject({ id: idOf('employee2'), email: email('employee2') });
    expect(reloads).toBe(1);
  });
});
