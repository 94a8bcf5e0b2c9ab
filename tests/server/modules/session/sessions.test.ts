import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Api, type Answer } from '#tests/support/api.ts';
import { email, idOf, setRoles } from '#tests/support/people.ts';
import { NOW, startServer, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const LOGIN = '/api/v1/account/googlelogin/v2';
const EMPLOYEE = email('employee');
const DAY = 86_400_000;

const sendToken = (credential: string, headers: Record<string, string> = {}): Promise<Answer> =>
  new Api(server.url, null).post(LOGIN, { credential }, { platform: '', ...headers });
const good = (changes: Record<string, unknown> = {}) => server.identity.claims(EMPLOYEE, server.clock.now, changes);

beforeEach(async () => {
  server.clock.now = NOW;
  await server.database.db.deleteFrom('rate_limits').execute();
});

describe('the session', () => {
  it('SES-2 Z12 a token is dead after logout, wherever it was kept', async () => {
    const api = server.with(await server.signIn('employee'));
    expect((await api.post('/api/v2/logout')).body).toEqual({ success: true });
    expect((await api.get('/api/v2/getLoggedInDetails')).body).toEqual({
      success: false,
      message: 'Authentication failed!',
      code: 'UNAUTHENTICATED',
    });
    expect((await api.post('/api/v2/logout/', {})).status).toBe(200);
    expect((await server.with(null).post('/api/v2/logout')).status).toBe(200);
  });

  it('S17 SES-2 Z13 a session ends after 30 days without use, and lives on while it is used', async () => {
    const api = server.with(await server.signIn('employee'));
    for (let i = 1; i <= 3; i += 1) {
      server.clock.now = NOW + i * 29 * DAY;
      expect((await api.get('/api/v2/getLoggedInDetails')).status).toBe(200);
    }
    server.clock.now += 30 * DAY;
    expect((await api.get('/api/v2/getLoggedInDetails')).status).toBe(401);
  });

  it('S17 SES-2 a session ends 180 days after the sign-in, however much it is used', async () => {
    const api = server.with(await server.signIn('employee'));
    const me = async () => (await api.get('/api/v2/getLoggedInDetails')).status;
    for (let day = 20; day < 180; day += 20) {
      server.clock.now = NOW + day * DAY;
      expect([day, await me()]).toEqual([day, 200]);
    }
    server.clock.now = NOW + 180 * DAY - 1;
    expect(await me()).toBe(200);
    server.clock.now = NOW + 180 * DAY;
    expect(await me()).toBe(401);
    // Nor does a clock that is set back to the last use bring back what has ended by a sign-out.
    expect((await api.post('/api/v2/logout', {})).status).toBe(200);
    server.clock.now = NOW + 170 * DAY;
    expect(await me()).toBe(401);
  });

  it('S17 both limits are settings', async () => {
    const strict = await startServer({ SESSION_IDLE_DAYS: '2', SESSION_MAX_DAYS: '5' });
    try {
      const used = strict.with(await strict.signIn('employee'));
      const unused = strict.with(await strict.signIn('employee2'));
      const states = async () => [
        (await used.get('/api/v2/getLoggedInDetails')).status,
        (await unused.get('/api/v2/getLoggedInDetails')).status,
      ];
      const seen: number[][] = [];
      strict.clock.now = NOW + DAY;
      expect((await used.get('/api/v2/getLoggedInDetails')).status).toBe(200);
      for (const day of [2, 3, 4, 5]) {
        strict.clock.now = NOW + day * DAY;
        seen.push(await states());
      }
      expect(seen).toEqual([
        [200, 401],
        [200, 401],
        [200, 401],
        [401, 401],
      ]);
    } finally {
      await strict.close();
    }
  });

  it('last use is written at most once in five minutes', async () => {
    const api = server.with(await server.signIn('employee3'));
    const lastUse = async () =>
      Math.max(
        ...(
          await server.database.db
            .selectFrom('sessions')
            .select('last_used_at')
            .where('person_id', '=', idOf('employee3'))
            .execute()
        ).map((row) => row.last_used_at),
      );
    server.clock.now = NOW + 4 * 60_000;
    await api.get('/api/v2/getLoggedInDetails');
    expect(await lastUse()).toBe(NOW);
    server.clock.now = NOW + 6 * 60_000;
    await api.get('/api/v2/getLoggedInDetails');
    expect(await lastUse()).toBe(NOW + 6 * 60_000);
  });

  it('Z14 guessed tokens are refused: short, long, changed, counted, of another alphabet', async () => {
    const token = await server.signIn('employee');
    const guesses = [
      token.slice(0, -1),
      `${token}A`,
      token.toUpperCase(),
      token.toLowerCase(),
      token.slice(1) + token.slice(0, 1),
      'A'.repeat(43),
      '0'.repeat(43),
      '../../etc/passwd',
      "' or 1=1 --",
      'null',
    ];
    for (const guess of guesses)
      expect([guess, (await server.with(guess).get('/api/v2/getLoggedInDetails')).status]).toEqual([guess, 401]);
    expect((await server.with(token).get('/api/v2/getLoggedInDetails')).status).toBe(200);
  });

  it('a cookie never authenticates, and a session call names its platform (Z61)', async () => {
    const token = await server.signIn('employee');
    expect(
      (await server.with(null).get('/api/v2/getLoggedInDetails', { cookie: `admin-auth-token=${token}` })).status,
    ).toBe(401);
    expect((await server.with(token).get('/api/v2/getLoggedInDetails', { platform: '' })).status).toBe(403);
    expect((await server.with(token).get('/api/v2/getLoggedInDetails', { platform: 'OTHER' })).status).toBe(403);
  });

  it('WIRE-13 N3 a change that another person made on this device is not sent under this session', async () => {
    const api = await server.as('employee');
    expect((await api.get('/api/v2/getLoggedInDetails', { account: EMPLOYEE.toUpperCase() })).status).toBe(200);
    const answer = await api.get('/api/v2/getLoggedInDetails', { account: email('manager') });
    expect([answer.status, answer.body['code']]).toEqual([409, 'WRONG_USER']);
  });

  it('ACC-15 Z29 a role taken away is gone at the next call', async () => {
    const manager = await server.as('manager2');
    const queue = `/api/v1/allExpense/search?filter=MANAGER_EMAIL:${email('manager2')}&primaryExpenseType=0`;
    expect((await manager.get(queue)).status).toBe(200);
    await setRoles(server.database.db, 'manager2', []);
    expect((await manager.get(queue)).status).toBe(403);
    await setRoles(server.database.db, 'manager2', ['manager']);
  });

  it('Z16 no token, credential or address is ever logged', async () => {
    const credential = await server.identity.sign(good());
    const answer = await sendToken(credential);
    const token = String(answer.body['token']);
    await server.with(token).get(`/api/v1/user/role?email=${encodeURIComponent(EMPLOYEE)}`);
    await server.with(token).get(`/api/v1/user/role?email=${encodeURIComponent(EMPLOYEE)}&token=${token}`);
    await sendToken(`${credential}x`);
    const log = server.logs.join('\n');
    expect(log).toContain('/api/v1/user/role');
    for (const secret of [token, credential, EMPLOYEE, '@example.com']) expect(log).not.toContain(secret);
  });
});
