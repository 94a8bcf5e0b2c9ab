import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { downloadLocalExpenses } from '#contract/calls/reports.ts';
import { exceptionalDateHistory, exceptionalDates } from '#contract/calls/exceptionalDates.ts';
import { urlOf, type Endpoint } from '#contract/endpoint.ts';
import { lockSealing } from '#server/platform/audit/repository/seals.ts';
import { auditSignIn, auditSignOut } from '#server/modules/session/accessAudit.ts';
import { auditKeys, inspectAudit, sealAudit } from '#server/platform/audit/seals.ts';
import { sha256 } from '#server/platform/base/canonical.ts';
import { KEY } from '#tests/support/conveyance.ts';
import { file } from '#tests/support/expenses.ts';
import { openMailbox, type Mailbox } from '#tests/support/mailbox.ts';
import { email, idOf, type PersonKey } from '#tests/support/people.ts';
import { told } from '#tests/support/enquiries.ts';
import { NOW, startServer, type TestServer } from '#tests/support/server.ts';
import { accessAt, LOGIN, status } from './accessAuditFixtures.ts';
import { accessEvents } from './accessEvents.ts';
import { signInEvents } from './signInEvents.ts';

let server: TestServer;
let box: Mailbox;
beforeAll(async () => {
  box = await openMailbox();
  server = await startServer({ SMTP_URL: box.url, INTEGRATION_API_KEY: KEY });
  for (const who of ['employee', 'manager', 'newcomer', 'finance', 'finance-docs', 'admin'] as const)
    await server.as(who);
});
afterAll(async () => {
  await server.close();
  await box.close();
});

// What was counted of an earlier test is forgotten, as it is after an hour.
beforeEach(async () => {
  server.clock.now = NOW;
  await server.database.db.deleteFrom('rate_limits').execute();
});

const there = () => ({ server, box });
const { newestId, rowsOf, present, credential, api } = accessAt(there);

describe('S16 AUD-5 who came in, who was refused, and what became of people', () => {
  it.each([...signInEvents(there), ...accessEvents(there)])('$event is one row', async ({ before, run, row }) => {
    const first = (await before?.()) as never;
    expect(await rowsOf(() => run(first))).toEqual([
      expect.objectContaining({ at: NOW, origin: expect.stringMatching(/\S/), ...row }) as unknown,
    ]);
  });

  it('a first sign-in is on record as what it also is: the binding of the account; a changed address too', async () => {
    const sub = { sub: 'sub-first' };
    const rows = await rowsOf(async () => status(200, present(await credential(email('tally'), sub))));
    expect(rows.map(({ action, actor_id, after }) => [action, actor_id, after])).toEqual([
      ['subject', idOf('tally'), { source: 'google' }],
      ['sign-in', idOf('tally'), { how: 'google' }],
    ]);
    const moved = await rowsOf(async () => status(200, present(await credential('tally.new@example.com', sub))));
    expect(moved.map(({ action, actor_id }) => [action, actor_id])).toEqual([
      ['address', idOf('tally')],
      ['sign-in', idOf('tally')],
    ]);
  });

  it('AUD-6 many refusals of one network are a few rows that say how many; another network has its own', async () => {
    const rows = await rowsOf(async () => {
      for (let n = 0; n < 25; n += 1) await present('a.b.c');
    });
    expect(rows.map(({ after }) => [after?.['code'], after?.['times']])).toEqual([
      ['UNAUTHENTICATED', 1],
      ['UNAUTHENTICATED', 10],
      ['RATE_LIMITED', 1],
      ['RATE_LIMITED', 10],
    ]);
    server.clock.now += 3_600_000;
    expect((await rowsOf(() => present('a.b.c'))).map(({ after }) => after?.['times'])).toEqual([1]);
  });

  it('AUD-6 refusals of one person and route are a few rows an hour; of another route or person, others', async () => {
    const refused = async (who: PersonKey, entry: Endpoint = exceptionalDates) =>
      status(403, (await api(who)).get(urlOf(entry)));
    const rows = await rowsOf(async () => {
      for (let n = 0; n < 12; n += 1) await refused('employee');
      await refused('manager');
      await refused('employee', downloadLocalExpenses);
    });
    expect(rows.map(({ actor_id, after }) => [actor_id, after?.['times']])).toEqual([
      [idOf('employee'), 1],
      [idOf('employee'), 10],
      [idOf('manager'), 1],
      [idOf('employee'), 1],
    ]);
  });

  it('networks without number fill nothing: a limit of rows an hour, then a few with the number left out', async () => {
    const many = await startServer({ TRUSTED_PROXIES: '1' });
    try {
      await many.database.db
        .insertInto('rate_limits')
        .values({ bucket: 'audit-refusals', started_at: many.clock.now, count: 995, pending: 0 })
        .execute();
      for (let n = 0; n < 30; n += 1)
        await many
          .with(null)
          .post(LOGIN, { credential: 'a.b.c' }, { 'x-forwarded-for': `2001:db8:0:${n.toString(16)}::1` });
      const rows = await many.database.db
        .selectFrom('audit_log')
        .select(['after', 'origin'])
        .where('action', '=', 'sign-in-refused')
        .orderBy('id')
        .execute();
      expect(rows.map(({ after }) => after?.['leftOut'] ?? 0)).toEqual([0, 0, 0, 0, 0, 1, 10]);
      expect(rows[0]?.origin).toMatch(/^2001:db8:0:0?::1/);
    } finally {
      await many.close();
    }
  });

  it('AUD-6 one network, whoever it says that it speaks for, leaves the others their rows', async () => {
    const many = await startServer();
    try {
      for (let n = 0; n < 130; n += 1) {
        const claims = Buffer.from(JSON.stringify({ email: `person${n}@example.com` })).toString('base64url');
        await status(
          401,
          many.with(null).post(LOGIN, { credential: `e30.${claims}.x` }, { 'x-forwarded-for': '203.0.113.9' }),
        );
      }
      const rows = await many.database.db
        .selectFrom('audit_log')
        .select('after')
        .where('action', '=', 'sign-in-refused')
        .orderBy('id')
        .execute();
      expect(rows.map(({ after }) => after?.['networkLeftOut'] ?? 0)).toEqual([
        ...Array.from({ length: 100 }, () => 0),
        1,
        10,
      ]);
    } finally {
      await many.close();
    }
  });

  it('what is said of oneself without a signature is cut, and no text breaks the log', async () => {
    const before = await newestId();
    const base64url = (text: string): string => Buffer.from(text).toString('base64url');
    const said = (text: string): string =>
      `${base64url('{"alg":"RS256"}')}.${base64url(JSON.stringify({ email: text }))}.x`;
    for (const text of [
      'nul\u0000@example.com',
      'half\ud800@example.com',
      `${'a'.repeat(5_000)}@example.com`,
      '<b>@',
      'ok@example.com\n',
    ])
      expect((await present(said(text))).body).toMatchObject({ code: 'UNAUTHENTICATED' });
    const rows = await server.database.db
      .selectFrom('audit_log')
      .select('after')
      .where('action', '=', 'sign-in-refused')
      .where('id', '>', before)
      .orderBy('id')
      .execute();
    expect(rows.map(({ after }) => after?.['email'])).toEqual([null]);
  });

  it('many sign in at once, each with one row, none waiting for another’s', async () => {
    const credentials = await Promise.all(Array.from({ length: 20 }, () => credential(email('employee'))));
    const rows = await rowsOf(() => Promise.all(credentials.map((each) => status(200, present(each)))));
    expect(rows.map(({ action }) => action)).toEqual(credentials.map(() => 'sign-in'));
    expect(new Set(rows.map(({ record_id }) => record_id)).size).toBe(20);
  });

  it.runIf(process.env['TEST_DATABASE_URL'])(
    'a sign-in, a refusal and a sign-out wait for no row of the log that is being written, nor for the sealing',
    async () => {
      const token = await server.signIn('employee');
      await server.database.db.transaction().execute(async (tx) => {
        await lockSealing(tx);
        const others = { tokenHash: sha256('of another'), personId: idOf('employee'), now: NOW, origin: 'test' };
        await auditSignIn(tx, others, 'google');
        await auditSignOut(tx, others, idOf('employee'));
        const rows = await rowsOf(async () => {
          await status(200, present(await credential(email('employee'))));
          await status(401, present('a.b.c'));
          await status(403, (await api('employee')).get(urlOf(exceptionalDates)));
          await status(200, server.with(token).post('/api/v2/logout', {}));
        });
        expect(rows.map(({ action }) => action)).toEqual(['sign-in', 'sign-in-refused', 'refused', 'sign-out']);
      });
    },
  );

  it('signing out twice at once is one row, and one of a session older than the rows begins its chain', async () => {
    const token = await server.signIn('employee');
    const rows = await rowsOf(() => Promise.all([1, 2, 3].map(() => server.with(token).post('/api/v2/logout', {}))));
    expect(rows.map(({ action }) => action)).toEqual(['sign-out']);
    const old = 'o'.repeat(43);
    await server.database.db
      .insertInto('sessions')
      .values({
        token_hash: sha256(old),
        person_id: idOf('employee'),
        device_id: null,
        user_agent: '',
        created_at: server.clock.now,
        last_used_at: server.clock.now,
        ended_at: null,
      })
      .execute();
    expect(await rowsOf(() => server.with(old).post('/api/v2/logout', {}))).toEqual([
      expect.objectContaining({ action: 'sign-out', version: 1, previous_hash: '' }),
    ]);
    expect(await rowsOf(() => server.with('n'.repeat(43)).post('/api/v2/logout', {}))).toEqual([]);
  });

  it('no history shows them, and the log holds with all of them, sealed', async () => {
    const claim = await file(await api('employee'));
    expect((await told(await api('employee'), claim.expenseId)).map(({ what }) => what)).toHaveLength(1);
    const people = await (
      await api('admin')
    ).get(urlOf(exceptionalDateHistory, { query: { email: email('employee2') } }));
    expect(people.status).toBe(200);
    expect(people.text).not.toMatch(/sign-in|refused|session/i);
    const keys = await auditKeys({ db: server.database.db, keys: [] }, []);
    await sealAudit(server.database.db, keys);
    expect(await inspectAudit(server.database.db, keys, [])).toMatchObject({ faults: [], unsealed: 0 });
    // The token of no session, and no key of a program, can be read from the log.
    expect(JSON.stringify(await server.database.db.selectFrom('audit_log').selectAll().execute())).not.toMatch(
      /kharcha_intake_|eyJ/,
    );
  });
});
