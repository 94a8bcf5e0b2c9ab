import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { countWaiting } from '#contract/calls/home.ts';
import { userRole } from '#contract/calls/users.ts';
import { urlOf } from '#contract/endpoint.ts';
import type { PendingCounts } from '#contract/home.ts';
import type { Trip } from '#contract/trip.ts';
import type { RoleFlags } from '#contract/user.ts';
import { verifyAudit } from '#server/platform/audit/audit.ts';
import type { Api } from '#tests/support/api.ts';
import * as conveyance from '#tests/support/conveyance.ts';
import { end, named } from '#tests/support/delegations.ts';
import { about, ask, list as enquiries, read, told } from '#tests/support/enquiries.ts';
import {
  approve,
  bulk,
  create as createLocal,
  dataOf,
  expenseBody,
  file,
  found,
  own,
  reject,
  search,
} from '#tests/support/expenses.ts';
import { email, idOf, setRoles } from '#tests/support/people.ts';
import { NOW, startServer, type TestServer } from '#tests/support/server.ts';
import * as travel from '#tests/support/travelClaims.ts';
import * as trips from '#tests/support/trips.ts';

// employee and employee2 report to manager; employee3 to manager2. `newcomer`, who has no role, stands in; so does
// manager2.
let server: TestServer;
let employee: Api;
let manager: Api;
let manager2: Api;
let newcomer: Api;
beforeAll(async () => {
  server = await startServer({ INTEGRATION_API_KEY: conveyance.KEY });
  [employee, manager, manager2, newcomer] = [
    await server.as('employee'),
    await server.as('manager'),
    await server.as('manager2'),
    await server.as('newcomer'),
  ];
});
afterAll(() => server.close());
afterEach(async () => {
  server.clock.now = NOW;
  await server.database.db.deleteFrom('delegations').execute();
});

const QUEUE = `&filter=MANAGER_EMAIL:${email('manager')}`;
const AMOUNT = { managerApprovedAmount: 1 };
type Bulk = { done: string[]; refused: { id: string; code: string; message: string }[] };

describe('while it runs', () => {
  it('ACC-3 ACC-18 the stand-in sees queue, record and bill, decides; the record says by and for whom', async () => {
    const claim = await file(employee);
    const bill = claim.billUrl[0]?.url ?? '';
    expect([
      (await search(newcomer, QUEUE)).status,
      (await read(newcomer, claim.expenseId)).status,
      (await newcomer.get(bill)).status,
      (await approve(newcomer, claim.expenseId)).status,
    ]).toEqual([403, 404, 404, 404]);
    await named(manager, 'newcomer');
    expect((await found(newcomer, QUEUE)).results.content.map((row) => row.expenseId)).toContain(claim.expenseId);
    expect([(await read(newcomer, claim.expenseId)).status, (await newcomer.get(bill)).status]).toEqual([200, 200]);
    const decided = dataOf(await approve(newcomer, claim.expenseId, AMOUNT, { 'if-match': '"1"' }));
    expect(decided).toMatchObject({
      managerApprovalStatus: 'MANAGER_APPROVED',
      managerApprovedAmount: 1,
      managerName: 'Ravi Menon',
      decidedBy: expect.any(String),
    });
    expect(decided.decidedBy).not.toBe('Ravi Menon');
    expect(await own(employee, claim.expenseId)).toEqual(decided);
    expect((await told(employee, claim.expenseId))[0]).toMatchObject({
      by: decided.decidedBy,
      onBehalfOf: 'Ravi Menon',
      what: 'Approved by the manager',
    });
    const row = await server.database.db
      .selectFrom('audit_log')
      .select(['actor_id', 'on_behalf_of'])
      .where('record_id', '=', claim.expenseId)
      .where('version', '=', 2)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ actor_id: idOf('newcomer'), on_behalf_of: idOf('manager') });
    expect(await verifyAudit(server.database.db)).toBeNull();
  });

  it('ACC-18 the manager’s own decision is in nobody’s place', async () => {
    const claim = await file(employee);
    await named(manager, 'newcomer');
    expect(dataOf(await approve(manager, claim.expenseId))).toMatchObject({ decidedBy: null });
    expect((await told(employee, claim.expenseId))[0]).toMatchObject({ by: 'Ravi Menon', onBehalfOf: null });
  });

  it('ACC-3 ACC-18 travel claims, conveyance and trips alike, one and many', async () => {
    const trip = dataOf<Trip>(await trips.create(employee));
    const second = dataOf<Trip>(await trips.create(employee));
    const travelClaim = await travel.file(employee, await travel.goneTrip(server));
    const drive = conveyance.taken(await conveyance.handIn(server, [conveyance.intakeRow()])).done[0];
    await named(manager, 'newcomer');
    expect((await trips.search(newcomer, `?filter=MANAGER_EMAIL:${email('manager')}`)).status).toBe(200);
    const decided = dataOf<Trip>(await trips.managerApprove(newcomer, trip.tripId));
    expect(decided).toMatchObject({
      managerApprovalStatus: 'MANAGER_APPROVED',
      managerName: 'Ravi Menon',
      decidedBy: expect.any(String),
    });
    expect((await told(employee, trip.tripId))[0]).toMatchObject({ onBehalfOf: 'Ravi Menon' });
    expect(
      dataOf<Bulk>(await trips.bulkManager(newcomer, { ids: [second.tripId], approved: false, comments: 'No' })).done,
    ).toEqual([second.tripId]);
    expect((await told(employee, second.tripId))[0]).toMatchObject({
      onBehalfOf: 'Ravi Menon',
      what: 'Rejected by the manager',
    });
    expect(dataOf(await travel.approve(newcomer, travelClaim.expenseId))).toMatchObject({
      decidedBy: expect.any(String),
    });
    expect(dataOf(await conveyance.approve(newcomer, drive?.tripId ?? ''))).toMatchObject({
      decidedBy: expect.any(String),
    });
  });

  it('ACC-3 ACC-6 in bulk: the queue’s are done, one’s own and other managers’ are not', async () => {
    const [mine, other, foreign] = [
      await file(newcomer),
      await file(employee),
      await file(await server.as('employee3')),
    ];
    await server.database.db
      .updateTable('claims')
      .set({ manager_id: idOf('manager') })
      .where('id', '=', mine.expenseId)
      .execute();
    await named(manager, 'newcomer');
    const result = dataOf<Bulk>(
      await bulk(newcomer, { ids: [mine.expenseId, other.expenseId, foreign.expenseId], approved: true }),
    );
    expect(result.done).toEqual([other.expenseId]);
    expect(result.refused.map(({ id, code }) => [id, code])).toEqual([
      [mine.expenseId, 'FORBIDDEN'],
      [foreign.expenseId, 'NOT_FOUND'],
    ]);
    expect((await told(employee, other.expenseId))[0]).toMatchObject({ onBehalfOf: 'Ravi Menon' });
    const refused = await approve(newcomer, mine.expenseId);
    expect([refused.status, refused.body['message']]).toEqual([403, 'You cannot decide your own request.']);
  });

  it('DEL-10 the queue and nothing more: no employee screens, queue below, exceptional date, records', async () => {
    await named(await server.as('director'), 'newcomer');
    const claim = await file(employee);
    expect((await search(newcomer, `&filter=MANAGER_EMAIL:${email('director')}`)).status).toBe(200);
    expect((await search(newcomer, QUEUE)).status).toBe(403);
    expect((await search(newcomer, `&filter=USER_EMAIL:${email('manager')}`)).status).toBe(403);
    expect((await newcomer.get(`/api/v1/user/getExceptionalExpenseDate?email=${email('manager')}`)).status).toBe(403);
    expect([(await read(newcomer, claim.expenseId)).status, (await approve(newcomer, claim.expenseId)).status]).toEqual(
      [404, 404],
    );
  });

  it('DEL-7 a queue is not handed on', async () => {
    await setRoles(server.database.db, 'newcomer', ['manager']);
    await named(manager, 'newcomer');
    await named(newcomer, 'employee3');
    const claim = await file(employee);
    expect((await search(newcomer, QUEUE)).status).toBe(200);
    const third = await server.as('employee3');
    expect([(await search(third, QUEUE)).status, (await approve(third, claim.expenseId)).status]).toEqual([403, 404]);
    await setRoles(server.database.db, 'newcomer', []);
  });

  it('DEL-10 asks about a request of the queue, and finds the enquiry among their own while it runs', async () => {
    const claim = await file(employee);
    const made = await named(manager, 'newcomer');
    expect((await ask(newcomer, claim.expenseId)).status).toBe(200);
    expect((await about(newcomer, claim.expenseId)).status).toBe(200);
    expect((await enquiries(newcomer)).body['totalElements']).toBe(1);
    await end(manager, made.delegationId);
    expect((await enquiries(newcomer)).body['totalElements']).toBe(0);
  });

  it('DEL-11 the roles name the managers, home counts their queues, look-ups find who reports to them', async () => {
    const flags = async () => dataOf<RoleFlags>(await newcomer.get(urlOf(userRole)));
    expect((await flags()).standsInFor).toEqual([]);
    expect(dataOf<PendingCounts>(await newcomer.get(urlOf(countWaiting))).standsInFor).toBeUndefined();
    const byName = () => newcomer.get('/api/v1/user/search/users/email?query=employee');
    expect((await byName()).status).toBe(403);
    await file(employee);
    await named(manager, 'newcomer');
    expect(await flags()).toMatchObject({
      isManager: false,
      standsInFor: [{ email: email('manager'), name: 'Ravi Menon' }],
    });
    const counts = dataOf<PendingCounts>(await newcomer.get(urlOf(countWaiting)));
    expect(counts.manager).toBeNull();
    expect(counts.standsInFor?.[0]).toMatchObject({
      email: email('manager'),
      local: dataOf<PendingCounts>(await manager.get(urlOf(countWaiting))).manager?.local,
    });
    expect(
      dataOf<{ email: string }[]>(await byName())
        .map((one) => one.email)
        .toSorted(),
    ).toEqual([email('employee2'), email('employee')].toSorted());
  });
});

describe('races', () => {
  it('MGR-21 ACC-3 the manager, the stand-in and a stranger at once: one decision, one row in the log', async () => {
    await named(manager, 'newcomer');
    for (let round = 0; round < 5; round += 1) {
      const claim = dataOf(await createLocal(employee, expenseBody(await employee.bill(`race ${round}`))));
      const id = claim.expenseId;
      const answers = await Promise.all([
        approve(manager, id),
        reject(newcomer, id),
        dataOf<Bulk>(await bulk(manager2, { ids: [id], approved: true })),
        approve(newcomer, id),
        bulk(manager, { ids: [id], approved: true }),
      ]);
      const singles = [answers[0], answers[1], answers[3]].filter((answer) => answer.status === 200).length;
      expect(singles + dataOf<Bulk>(answers[4]).done.length).toBe(1);
      expect(answers[2].done).toEqual([]);
      expect((await own(employee, id)).version).toBe(2);
      const log = await server.database.db
        .selectFrom('audit_log')
        .select(['action', 'actor_id', 'on_behalf_of'])
        .where('record_id', '=', id)
        .where('version', '>', 1)
        .execute();
      expect(log).toHaveLength(1);
      expect(log[0]?.on_behalf_of).toBe(log[0]?.actor_id === idOf('newcomer') ? idOf('manager') : null);
    }
  });
});
