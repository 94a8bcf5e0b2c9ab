import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { verifyAudit } from '#server/platform/audit/audit.ts';
import type { Api } from '#tests/support/api.ts';
import * as conveyance from '#tests/support/conveyance.ts';
import { end, list, name, named } from '#tests/support/delegations.ts';
import { approve, dataOf, DAY, file, own, reject, search } from '#tests/support/expenses.ts';
import { email, idOf, setRoles } from '#tests/support/people.ts';
import { NOW, startServer, type TestServer } from '#tests/support/server.ts';
import * as trips from '#tests/support/trips.ts';

// employee and employee2 report to manager; employee3 to manager2. `newcomer`, who has no role, stands in; so does
// manager2.
let server: TestServer;
let employee: Api;
let manager: Api;
let manager2: Api;
let newcomer: Api;
let admin: Api;
beforeAll(async () => {
  server = await startServer({ INTEGRATION_API_KEY: conveyance.KEY });
  [employee, manager, manager2, newcomer, admin] = [
    await server.as('employee'),
    await server.as('manager'),
    await server.as('manager2'),
    await server.as('newcomer'),
    await server.as('admin'),
  ];
});
afterAll(() => server.close());
afterEach(async () => {
  server.clock.now = NOW;
  await server.database.db.deleteFrom('delegations').execute();
});

const QUEUE = `&filter=MANAGER_EMAIL:${email('manager')}`;

describe('naming a stand-in', () => {
  it('DEL-2 DEL-9 the manager names one, once for a key; both see it, with its days and its state', async () => {
    const key = { 'idempotency-key': 'stand-in-0001' };
    const made = await named(manager, 'newcomer', [2, 4], {}, key);
    expect(made).toMatchObject({
      manager: { email: email('manager'), name: 'Ravi Menon' },
      standIn: { email: email('newcomer') },
      from: trips.inDays(2),
      to: trips.inDays(4),
      state: 'planned',
      setBy: 'Ravi Menon',
      endedAt: null,
      mayEnd: true,
      version: 1,
    });
    const again = await name(manager, 'newcomer', [2, 4], {}, key);
    expect([again.status, again.headers.get('idempotency-replayed'), again.body['data']]).toEqual([200, 'true', made]);
    expect((await list(manager)).given.map((one) => one.delegationId)).toEqual([made.delegationId]);
    expect((await list(newcomer)).received).toEqual([made]);
    expect(await list(employee)).toEqual({ given: [], received: [] });
  });

  it.each<[string, Record<string, unknown>, string, string]>([
    ['nobody', { standIn: '' }, 'standIn', 'Please enter who stands in'],
    ['a stranger', { standIn: 'nobody@example.com' }, 'standIn', 'No active employee has this e-mail'],
    ['oneself', { standIn: email('manager') }, 'standIn', 'You cannot stand in for yourself'],
    ['from yesterday', { from: NOW - DAY }, 'from', 'The first day is in the past'],
    ['backwards', { from: trips.inDays(3), to: trips.inDays(2) }, 'to', 'The last day is before the first day'],
  ])('DEL-2 DEL-4 %s: said under its field, nothing is written', async (_name, more, field, message) => {
    const answer = await name(manager, 'newcomer', [0, 1], more);
    expect([answer.status, answer.body['errors']]).toEqual([422, { [field]: message }]);
    expect((await list(manager)).given).toEqual([]);
  });

  it('DEL-4 somebody who was removed cannot stand in', async () => {
    await server.database.db
      .updateTable('people')
      .set({ disabled: true })
      .where('id', '=', idOf('employee3'))
      .execute();
    expect((await name(manager, 'employee3')).body['errors']).toEqual({
      standIn: 'No active employee has this e-mail',
    });
    await server.database.db
      .updateTable('people')
      .set({ disabled: false })
      .where('id', '=', idOf('employee3'))
      .execute();
  });

  it('DEL-3 DEL-5 an admin does it for any manager, not in their own favour; nobody else for others', async () => {
    expect((await named(admin, 'newcomer', [0, 0], { manager: email('manager') })).setBy).not.toBe('Ravi Menon');
    expect((await name(admin, 'admin', [1, 1], { manager: email('manager') })).body['errors']).toEqual({
      standIn: 'You cannot make yourself the stand-in of somebody else',
    });
    expect((await name(admin, 'newcomer', [1, 1], { manager: email('employee') })).body).toMatchObject({
      code: 'CONFLICT',
      message: 'Only a manager has a queue to hand over.',
    });
    for (const [api, more] of [
      [employee, {}],
      [employee, { manager: email('manager') }],
      [manager2, { manager: email('manager') }],
      [manager2, { manager: 'nobody@example.com' }],
      [admin, {}],
    ] as const) {
      expect((await name(api, 'newcomer', [1, 1], more)).status).toBe(403);
    }
  });

  it('DEL-6 one at a time: days that overlap are refused with who it is; ended ones are free again', async () => {
    const first = await named(manager, 'newcomer', [2, 4]);
    const answer = await name(manager, 'employee3', [4, 6]);
    expect(answer.body).toMatchObject({ code: 'CONFLICT', current: { delegationId: first.delegationId } });
    expect(answer.body['message']).toMatch(
      /stands in from 17-07-2026 to 19-07-2026\. End that first, or choose other days\.$/,
    );
    expect((await name(manager, 'employee3', [5, 6])).status).toBe(200);
    expect((await name(manager2, 'newcomer', [2, 4])).status).toBe(200);
    await end(manager, first.delegationId);
    expect((await name(manager, 'employee3', [2, 4])).status).toBe(200);
  });

  it('DEL-6 two at the same moment for the same days: one', async () => {
    const answers = await Promise.all([
      name(manager, 'newcomer', [0, 1]),
      name(manager, 'employee3', [1, 2]),
      name(admin, 'employee2', [0, 5], { manager: email('manager') }),
    ]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    expect((await list(manager)).given).toHaveLength(1);
  });
});

describe('its beginning and its end', () => {
  it.each<[string, number, number]>([
    ['the day before', 1, 404],
    ['its first day', 2, 200],
    ['its last day', 4, 200],
    ['the day after', 5, 404],
  ])('DEL-1 %s', async (_name, day, status) => {
    const claim = await file(employee);
    await named(manager, 'newcomer', [2, 4]);
    server.clock.now = NOW + day * DAY;
    expect((await search(newcomer, QUEUE)).status).toBe(status === 200 ? 200 : 403);
    expect((await approve(newcomer, claim.expenseId)).status).toBe(status);
  });

  it('DEL-1 the day turns at midnight in the organisation’s zone', async () => {
    await named(manager, 'newcomer', [1, 1]);
    server.clock.now = trips.inDays(1) - 1;
    expect((await search(newcomer, QUEUE)).status).toBe(403);
    server.clock.now = trips.inDays(1);
    expect((await search(newcomer, QUEUE)).status).toBe(200);
    server.clock.now = trips.inDays(2);
    expect((await search(newcomer, QUEUE)).status).toBe(403);
  });

  it('DEL-1 DEL-8 ended, it counts no more from the next call; ended twice is 409; decisions stay', async () => {
    const [first, second] = [await file(employee), await file(employee)];
    const made = await named(manager, 'newcomer');
    expect((await reject(newcomer, first.expenseId)).status).toBe(200);
    expect(dataOf(await end(manager, made.delegationId, { 'if-match': '"1"' }))).toMatchObject({
      state: 'ended',
      endedBy: 'Ravi Menon',
      endedAt: NOW,
      mayEnd: false,
      version: 2,
    });
    expect((await approve(newcomer, second.expenseId)).status).toBe(404);
    expect(await own(employee, first.expenseId)).toMatchObject({
      managerApprovalStatus: 'MANAGER_REJECT',
      decidedBy: expect.any(String),
    });
    expect((await end(manager, made.delegationId)).body).toMatchObject({
      code: 'CONFLICT',
      message: 'This was ended already.',
      current: { state: 'ended' },
    });
    expect((await end(manager, made.delegationId, { 'if-match': '"1"' })).body).toMatchObject({
      code: 'VERSION_CONFLICT',
    });
  });

  it('DEL-8 the stand-in may give it back, an admin may end it, to others it is not there', async () => {
    const made = await named(manager, 'newcomer', [1, 2]);
    for (const api of [employee, manager2]) expect((await end(api, made.delegationId)).status).toBe(404);
    expect((await end(newcomer, made.delegationId)).status).toBe(200);
    const next = await named(manager, 'newcomer', [1, 2]);
    expect((await end(admin, next.delegationId)).status).toBe(200);
    expect((await admin.get(`/api/v1/delegations?email=${email('manager')}`)).status).toBe(200);
    expect((await employee.get(`/api/v1/delegations?email=${email('manager')}`)).status).toBe(403);
    const log = await server.database.db
      .selectFrom('audit_log')
      .select(['action', 'version'])
      .where('record_id', '=', next.delegationId)
      .orderBy('version')
      .execute();
    expect(log.map(({ action }) => action)).toEqual(['stand-in', 'stand-in-end']);
    expect(await verifyAudit(server.database.db)).toBeNull();
  });

  it('DEL-4 a manager who is one no longer, or has left, hands over nothing', async () => {
    await named(manager, 'newcomer');
    await setRoles(server.database.db, 'manager', []);
    expect((await search(newcomer, QUEUE)).status).toBe(403);
    await setRoles(server.database.db, 'manager', ['manager']);
    await server.database.db.updateTable('people').set({ disabled: true }).where('id', '=', idOf('manager')).execute();
    expect((await search(newcomer, QUEUE)).status).toBe(403);
    await server.database.db.updateTable('people').set({ disabled: false }).where('id', '=', idOf('manager')).execute();
    expect((await search(newcomer, QUEUE)).status).toBe(200);
  });
});
