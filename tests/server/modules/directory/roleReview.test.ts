import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { confirmRoles, getRoleReview } from '#contract/calls/roleReview.ts';
import { urlOf } from '#contract/endpoint.ts';
import type { RoleReview } from '#contract/roleReview.ts';
import { runDaily } from '#server/main/dailyJobs.ts';
import { beginRoleReview, composeRoleReview, ROLE_REVIEW } from '#server/modules/directory/index.ts';
import { verifyAudit } from '#server/platform/audit/audit.ts';
import type { Mail } from '#server/platform/mail/mail.ts';
import { sendQueuedMails } from '#server/platform/mail/sendQueued.ts';
import { dataOf } from '#tests/support/expenses.ts';
import { email, idOf, setRoles } from '#tests/support/people.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());
const at = (moment: string): void => void (server.clock.now = Date.parse(moment));
beforeEach(async () => {
  at('2026-07-01T03:00:00+05:30');
  const { db } = server.database;
  await db.deleteFrom('role_reviews').execute();
  await db.deleteFrom('mails').execute();
  await setRoles(db, 'org-admin', ['orgAdmin']);
  await setRoles(db, 'finance', ['finance']);
});

const begin = (): Promise<number> =>
  beginRoleReview(server.database.db, { now: server.clock.now, timeZone: 'Asia/Kolkata' });
const queued = () =>
  server.database.db.selectFrom('mails').select('person_id').where('kind', '=', ROLE_REVIEW).execute();
async function sent(): Promise<Mail[]> {
  const mails: Mail[] = [];
  const { db } = server.database;
  await sendQueuedMails({
    db,
    now: server.clock.now,
    compose: { [ROLE_REVIEW]: composeRoleReview(db, { address: 'https://kharcha.example.com' }) },
    send: async (mail) => void mails.push(mail),
    log: { info: () => undefined },
  });
  return mails;
}
const read = async (): Promise<RoleReview> => dataOf(await (await server.as('org-admin')).get(urlOf(getRoleReview)));
const confirm = async (body: object, key?: string) =>
  (await server.as('org-admin')).post(urlOf(confirmRoles), body, key === undefined ? {} : { 'Idempotency-Key': key });
const confirmed = () =>
  server.database.db
    .selectFrom('audit_log')
    .select(['actor_id', 'after'])
    .where('action', '=', 'roles-confirmed')
    .execute();

describe('ORG-40 the monthly review of roles', () => {
  it('begins once on the first of the month by the organisation’s clock, whoever begins it', async () => {
    at('2026-06-30T23:59:59+05:30');
    expect([await begin(), await queued()]).toEqual([0, []]);
    at('2026-07-01T00:00:00+05:30');
    expect((await Promise.all([begin(), begin(), begin()])).toSorted()).toEqual([0, 0, 1]);
    expect(await queued()).toEqual([{ person_id: idOf('org-admin') }]);
    at('2026-07-31T23:59:59+05:30');
    expect(await begin()).toBe(0);
    at('2026-08-04T03:00:00+05:30');
    expect(await begin()).toBe(1);
    // In place of July's, which never went out.
    expect(await queued()).toHaveLength(1);
  });

  it('is begun by the jobs of the night', async () => {
    const { database, files, env } = server;
    const log = { info: () => undefined, error: () => undefined };
    await runDaily({ database, files, env, clientDir: server.dataDir, clock: () => server.clock.now, log });
    expect(await queued()).toHaveLength(1);
  });

  it('says by mail who has which role, to organisation admins at work alone', async () => {
    await begin();
    const [mail, ...others] = await sent();
    expect(others).toEqual([]);
    expect([mail?.to, mail?.subject]).toEqual([email('org-admin'), expect.stringMatching(/^Roles at .*, July 2026$/)]);
    for (const line of ['https://kharcha.example.com/people', 'Leela Thomas: Organisation admin', '\nFinance: '])
      expect(mail?.text).toContain(line);

    at('2026-08-01T03:00:00+05:30');
    await begin();
    await setRoles(server.database.db, 'org-admin', []);
    expect(await sent()).toEqual([]);
  });

  it('is confirmed once, as it was looked at, with a row in the log', async () => {
    expect(await read()).toBeNull();
    await begin();
    const review = await read();
    expect(review).toMatchObject({ month: '2026-07', confirmedAt: null, confirmedBy: null });
    expect(review.roles).toContainEqual({ role: 'orgAdmin', people: 1 });
    const before = (await confirmed()).length;

    // Somebody is given a role meanwhile.
    await setRoles(server.database.db, 'finance', ['finance', 'orgAdmin']);
    const stale = await confirm({ month: '2026-07', list: review.list });
    expect([stale.status, stale.body['message']]).toEqual([
      409,
      'Roles were changed since you looked. Please look through them again.',
    ]);
    const now = await read();
    expect(now.list).not.toBe(review.list);

    const answers = await Promise.all(
      ['a', 'b'].map((end) => confirm({ month: '2026-07', list: now.list }, `roles-confirmed-${end}`)),
    );
    for (const answer of answers)
      expect(dataOf(answer)).toMatchObject({ confirmedAt: server.clock.now, confirmedBy: 'Leela Thomas' });
    const rows = await confirmed();
    expect(rows.slice(before)).toEqual([
      { actor_id: idOf('org-admin'), after: { month: '2026-07', people: expect.any(Number), list: now.list } },
    ]);
    await verifyAudit(server.database.db);
    // What is confirmed needs no mail any more.
    expect(await sent()).toEqual([]);
  });

  it('of another month than the newest nothing is confirmed', async () => {
    await begin();
    const { list } = await read();
    for (const month of ['2026-06', '2026-08', '']) expect((await confirm({ month, list })).status).toBe(404);
    expect((await confirm({ month: '2026-07' })).status).toBe(400);
  });
});
