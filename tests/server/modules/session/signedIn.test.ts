import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MAX_SESSIONS_LISTED } from '#contract/limits.ts';
import { sha256 } from '#server/platform/base/canonical.ts';
import { verifyAudit } from '#server/platform/audit/audit.ts';
import { Api, type Answer } from '#tests/support/api.ts';
import { email, idOf, type PersonKey } from '#tests/support/people.ts';
import { NOW, startServer, type TestServer } from '#tests/support/server.ts';
import * as sessions from '#tests/support/sessions.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  server.clock.now = NOW;
  await server.database.db.deleteFrom('sessions').execute();
  await server.database.db.deleteFrom('rate_limits').execute();
});

const MINUTE = 60_000;
const PHONE = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Mobile';
const DESK = 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0';

async function signIn(who: PersonKey, userAgent: string): Promise<Api> {
  const credential = await server.identity.sign(server.identity.claims(email(who), server.clock.now));
  const headers = { 'user-agent': userAgent };
  const answer = await new Api(server.url, null).post('/api/v1/account/googlelogin/v2', { credential }, headers);
  return server.with(String(answer.body['token']));
}
/** A session on a phone, and a minute later one at a desk. */
async function twoOf(who: PersonKey): Promise<[phone: Api, desk: Api]> {
  const phone = await signIn(who, PHONE);
  server.clock.now += MINUTE;
  return [phone, await signIn(who, DESK)];
}
const shown = (answer: Answer) => sessions.rowsOf(answer).map(({ sessionId: _id, ...row }) => row);
const isAlive = async (api: Api): Promise<boolean> => (await api.get('/api/v2/getLoggedInDetails')).status === 200;
const signOuts = async () => {
  const ids = (await server.database.db.selectFrom('sessions').select('token_hash').execute()).map(
    ({ token_hash }) => `SES${token_hash.slice(0, 20).toUpperCase()}`,
  );
  const rows = server.database.db
    .selectFrom('audit_log')
    .select(['record_id', 'version', 'actor_id', 'on_behalf_of'])
    .where('action', '=', 'sign-out')
    .where('record_id', 'in', ids)
    .orderBy('id');
  return rows.execute();
};

describe('where I am signed in', () => {
  it('SES-40 says device, way, times and which one asks, the newest use first, and no secret', async () => {
    const [phone, desk] = await twoOf('employee');
    const first = { device: 'Chrome on Android', way: 'Google', signedInAt: NOW, current: false };
    const second = { device: 'Firefox on Windows', way: 'Google', signedInAt: NOW + MINUTE, current: true };
    server.clock.now = NOW + 4 * MINUTE;
    await isAlive(phone);
    const before = await sessions.list(desk);
    server.clock.now = NOW + 5 * MINUTE + 1;
    await isAlive(phone);
    const answer = await sessions.list(desk);
    // A use is noted once five minutes have passed since the last one that was.
    expect([before, answer].map(shown)).toEqual([
      [
        { ...second, lastUsedAt: NOW + MINUTE },
        { ...first, lastUsedAt: NOW },
      ],
      [
        { ...first, lastUsedAt: NOW + 5 * MINUTE + 1 },
        { ...second, lastUsedAt: NOW + MINUTE },
      ],
    ]);
    expect(answer.body['more']).toBeUndefined();
    for (const { token } of [phone, desk]) {
      expect(answer.text).not.toContain(token);
      expect(answer.text.toLowerCase()).not.toContain(sha256(token ?? ''));
    }
  });

  it('SES-40 leaves out what has ended or expired, and other people’s', async () => {
    const [phone, desk] = await twoOf('employee');
    await signIn('employee2', PHONE);
    const old = await signIn('employee', PHONE);
    await old.post('/api/v2/logout');
    expect(sessions.rowsOf(await sessions.list(desk))).toHaveLength(2);
    server.clock.now += 29 * 86_400_000;
    await isAlive(desk);
    server.clock.now += 2 * 86_400_000;
    expect(sessions.rowsOf(await sessions.list(desk)).map(({ current }) => current)).toEqual([true]);
    expect(await isAlive(phone)).toBe(false);
  });

  it('SES-40 lists fifty and says that there are more; a session from before the audit rows has no way', async () => {
    const desk = await signIn('employee', DESK);
    const row = { person_id: idOf('employee'), device_id: null, user_agent: '', ended_at: null };
    const times = { created_at: NOW - MINUTE, last_used_at: NOW - MINUTE };
    const others = Array.from({ length: MAX_SESSIONS_LISTED }, (_, n) => ({
      ...row,
      ...times,
      token_hash: sha256(`other ${n}`),
    }));
    await server.database.db.insertInto('sessions').values(others).execute();
    const answer = await sessions.list(desk);
    expect([sessions.rowsOf(answer).length, answer.body['more']]).toEqual([MAX_SESSIONS_LISTED, true]);
    expect(sessions.rowsOf(answer)[1]).toMatchObject({ device: 'A browser', way: null });
    expect((await sessions.endOthers(desk)).body['data']).toEqual({ ended: MAX_SESSIONS_LISTED });
    expect(await verifyAudit(server.database.db)).toBeNull();
  });
});

describe('signing out there', () => {
  it('SES-41 ends one other session, once, on record', async () => {
    const [phone, desk] = await twoOf('employee');
    const id = await sessions.idOfSession(phone);
    const key = { 'idempotency-key': 'end-the-phone' };
    for (const replayed of [null, 'true']) {
      const answer = await sessions.end(desk, id, key);
      expect([answer.body['data'], answer.headers.get('idempotency-replayed')]).toEqual([{ ended: 1 }, replayed]);
    }
    expect((await sessions.end(desk, id)).body['data']).toEqual({ ended: 0 });
    expect([await isAlive(phone), await isAlive(desk)]).toEqual([false, true]);
    expect(await signOuts()).toEqual([{ record_id: id, version: 2, actor_id: idOf('employee'), on_behalf_of: null }]);
  });

  it('SES-41 leaves the session that asks to the logout, and other people’s alone', async () => {
    const [phone, desk] = await twoOf('employee');
    const other = await signIn('employee2', DESK);
    const refused = await sessions.end(desk, await sessions.idOfSession(desk));
    expect([refused.status, refused.body['code'], refused.body['message']]).toEqual([
      409,
      'CONFLICT',
      'You are using this session now. To end it, use Logout.',
    ]);
    const ids = [await sessions.idOfSession(other), 'SES', `SES${'%'.repeat(20)}`, `SES${'_'.repeat(20)}`];
    for (const id of ids) expect((await sessions.end(desk, encodeURIComponent(id))).status).toBe(404);
    expect(await Promise.all([phone, desk, other].map(isAlive))).toEqual([true, true, true]);
    expect(await signOuts()).toEqual([]);
  });

  it('SES-41 ends all others', async () => {
    const [phone, desk] = await twoOf('employee');
    const other = await signIn('employee2', DESK);
    expect((await sessions.endOthers(desk)).body['data']).toEqual({ ended: 1 });
    expect(await Promise.all([phone, desk, other].map(isAlive))).toEqual([false, true, true]);
    expect(await signOuts()).toMatchObject([{ actor_id: idOf('employee'), on_behalf_of: null }]);
  });
});

describe('organisation admins', () => {
  it('SES-42 see where anybody is signed in, and sign them out there, on record with whom', async () => {
    const [phone, desk] = await twoOf('employee');
    const admin = await signIn('org-admin', DESK);
    const listed = sessions.rowsOf(await sessions.listOf(admin, idOf('employee')));
    expect(listed.map(({ device, current }) => [device, current])).toEqual([
      ['Firefox on Windows', false],
      ['Chrome on Android', false],
    ]);
    expect((await sessions.endOf(admin, idOf('employee'))).body['data']).toEqual({ ended: 2 });
    expect(await Promise.all([phone, desk, admin].map(isAlive))).toEqual([false, false, true]);
    const row = { actor_id: idOf('org-admin'), on_behalf_of: idOf('employee'), version: 2 };
    expect(await signOuts()).toMatchObject([row, row]);
    expect(sessions.rowsOf(await sessions.listOf(admin, idOf('employee')))).toEqual([]);
    expect(await verifyAudit(server.database.db)).toBeNull();
  });

  it('SES-42 stay signed in where they ask, if they mean themselves', async () => {
    const [phone, desk] = await twoOf('org-admin');
    expect((await sessions.endOf(desk, idOf('org-admin'))).body['data']).toEqual({ ended: 1 });
    expect([await isAlive(phone), await isAlive(desk)]).toEqual([false, true]);
  });
});
