import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { urlOf } from '#contract/endpoint.ts';
import { logout } from '#contract/calls/session.ts';
import { LEAVERS_ALONE } from '#domain/leaver.ts';
import type { Api } from '#tests/support/api.ts';
import * as directory from '#tests/support/directory.ts';
import { approve, create, dataOf, expenseBody, file, search, update } from '#tests/support/expenses.ts';
import { asLeaver, leavesNow, mailed, saved, secretIn } from '#tests/support/leaverLinks.ts';
import { email, idOf, type PersonKey } from '#tests/support/people.ts';
import { NOW, startServer, type TestServer } from '#tests/support/server.ts';
import { create as createTravel, goneTrip, travelBody } from '#tests/support/travelClaims.ts';
import { heard, said } from '../../platform/http/savedMomentFixtures.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

let server: TestServer;
let api: Api;
beforeAll(async () => {
  server = await startServer();
  api = await server.as('org-admin');
});
afterAll(() => server.close());
beforeEach(async () => {
  server.clock.now = NOW;
  await server.database.db.deleteFrom('rate_limits').execute();
});

const REFUSED = { status: 403, body: { message: LEAVERS_ALONE } };

const leaves = (who: PersonKey) => leavesNow(server, who);
const asNow = async (who: PersonKey): Promise<Api> => server.with(await server.signIn(who));
const returns = async (who: PersonKey): Promise<void> => void dataOf(await directory.comeBack(api, idOf(who)));

describe('ORG-42 what is sent by it', () => {
  it('a local bill, a travel claim and changes of own claims; the log says by what they came', async () => {
    const before = await file(await asNow('employee3'));
    const trip = await goneTrip(server, 'employee3');
    const { word, secret } = await leaves('employee3');
    const leaver = await asLeaver(server, secret);
    const bill = await leaver.bill('of a leaver');
    const claim = dataOf(await create(leaver, expenseBody(bill), saved(word)));
    expect(claim).toMatchObject({ managerEmail: email('manager2'), managerApprovalStatus: 'MANAGER_PENDING' });
    dataOf(await createTravel(leaver, trip, travelBody(bill), saved(word)));
    dataOf(await update(leaver, before.expenseId, expenseBody(bill, { claimAmount: 99 }), saved(word)));
    const log = await server.database.db
      .selectFrom('audit_log')
      .select(['actor_id', 'origin', 'after'])
      .where('record_id', '=', claim.expenseId)
      .executeTakeFirstOrThrow();
    expect(log).toMatchObject({
      actor_id: idOf('employee3'),
      origin: expect.stringContaining('by the link for who has left'),
      after: { savedAt: NOW + MINUTE / 2 },
    });
    dataOf(await approve(await asNow('manager2'), claim.expenseId));
    expect((await search(await server.as('finance'))).text).toContain(claim.expenseId);
    await returns('employee3');
  });

  it('once, however often it is sent, also where its answer was lost while they were at work', async () => {
    const word = await heard(await asNow('employee3'));
    const headers = saved(word);
    server.clock.now += MINUTE / 2;
    const own = await asNow('employee3');
    const body = expenseBody(await own.bill('once'));
    const made = dataOf(await create(own, body, headers));
    const { secret } = await leaves('employee3');
    const again = await create(await asLeaver(server, secret), body, headers);
    expect(dataOf(again).expenseId).toBe(made.expenseId);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    await returns('employee3');
  });

  it('nothing that was saved after leaving, or that nobody can tell', async () => {
    const { word, secret } = await leaves('employee3');
    const leftAt = server.clock.now;
    server.clock.now += DAY;
    const leaver = await asLeaver(server, secret);
    const answer = await leaver.upload(Buffer.from('x'));
    const now = answer.headers.get('heard-at') ?? '';
    expect(now).not.toBe('');
    const others = await heard(await server.as('employee'));
    const body = expenseBody(await leaver.bill('late'));
    for (const headers of [
      {},
      said(leftAt + 1, word),
      // A later word of the server: it cannot have been saved before.
      said(NOW, now),
      // Somebody else's word, and one that the server never said.
      said(NOW, others),
      said(NOW, `${NOW}.AAAAAAAAAAAAAAAAAAAAAA`),
      { ...said(NOW, word), 'saved-at': 'yesterday' },
    ])
      expect(await create(leaver, body, headers)).toMatchObject(REFUSED);
    expect((await create(leaver, body, said(leftAt, word))).status).toBe(200);
    await returns('employee3');
  });

  it('nothing of somebody else: neither their claim, nor their trip, nor in their name', async () => {
    const theirs = await file(await server.as('employee'));
    const trip = await goneTrip(server, 'employee');
    const { word, secret } = await leaves('employee3');
    const leaver = await asLeaver(server, secret);
    const bill = await leaver.bill('mine');
    const statuses = [
      (await update(leaver, theirs.expenseId, expenseBody(bill), saved(word))).status,
      (await createTravel(leaver, trip, travelBody(bill), saved(word))).status,
      (
        await leaver.post(
          `/api/v1/allExpense/create?primaryExpenseType=0&email=${email('employee')}`,
          expenseBody(bill),
          saved(word),
        )
      ).status,
      (await create(leaver, expenseBody(bill), { ...saved(word), 'person-id': idOf('employee') })).status,
    ];
    expect(statuses).toEqual([404, 404, 403, 409]);
    await returns('employee3');
  });

  it('no role comes along: a manager and an organisation admin who left decide and change nothing', async () => {
    const claim = await file(await asNow('employee3'));
    const word = await heard(await asNow('manager2'));
    server.clock.now += MINUTE;
    dataOf(await directory.leave(api, idOf('manager2'), email('manager')));
    const leaver = await asLeaver(server, secretIn((await mailed(server)).at(-1)));
    expect(await approve(leaver, claim.expenseId, { managerApprovedAmount: 1 }, saved(word))).toMatchObject(REFUSED);
    expect(await directory.list(leaver)).toMatchObject(REFUSED);
    await returns('manager2');
  });

  it('to a manager at work, where theirs has left meanwhile', async () => {
    const { word, secret } = await leaves('employee3');
    // Whom nobody at work reports to any more needs no successor.
    await server.database.db.updateTable('people').set({ disabled: true }).where('id', '=', idOf('manager')).execute();
    const leaver = await asLeaver(server, secret);
    const claim = dataOf(await create(leaver, expenseBody(await leaver.bill('above')), saved(word)));
    expect(claim.managerEmail).toBe(email('director'));
    await server.database.db.updateTable('people').set({ disabled: false }).where('id', '=', idOf('manager')).execute();
    await returns('employee3');
  });

  it('ends with signing out', async () => {
    const { word, secret } = await leaves('employee3');
    const leaver = await asLeaver(server, secret);
    expect((await leaver.post(urlOf(logout))).status).toBe(200);
    expect((await create(leaver, {}, saved(word))).status).toBe(401);
    await returns('employee3');
  });
});
