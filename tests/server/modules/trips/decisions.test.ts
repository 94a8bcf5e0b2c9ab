import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BulkResult } from '#contract/decision.ts';
import type { Trip } from '#contract/trip.ts';
import { verifyAudit } from '#server/platform/audit/audit.ts';
import type { Answer, Api } from '#tests/support/api.ts';
import { dataOf, DAY } from '#tests/support/expenses.ts';
import { email, idOf, setRoles } from '#tests/support/people.ts';
import { NOW, startServer, type TestServer } from '#tests/support/server.ts';
import {
  adminApprove,
  adminReject,
  bulkAdmin,
  bulkManager,
  cancel,
  managerApprove,
  managerReject,
  noShow,
  search,
  tripBody,
  update,
} from '#tests/support/trips.ts';
import { tripOf, tripsAt } from './tripFixtures.ts';

let server: TestServer;
let employee: Api;
let manager: Api;
let admin: Api;
beforeAll(async () => {
  server = await startServer();
  [employee, manager, admin] = await Promise.all([server.as('employee'), server.as('manager'), server.as('admin')]);
});
afterAll(() => server.close());

const { ask, approved, actions, stored } = tripsAt(() => server);
const refusalOf = ({ status, body }: Answer) => [status, body['code'], body['message']];

describe('the manager decides trips', () => {
  it('MGR-8 approves without a remark, rejects with one', async () => {
    const [first, second] = [await ask(), await ask()];
    expect(tripOf(await managerApprove(manager, first))).toMatchObject({
      managerApprovalStatus: 'MANAGER_APPROVED',
      managerRemarks: null,
      adminApprovalStatus: 'ADMIN_PENDING',
      version: 2,
    });
    expect(await stored(first)).toMatchObject({ manager_decided_at: NOW, manager_decided_by: idOf('manager') });
    expect(refusalOf(await managerReject(manager, second, {}))).toEqual([422, 'INVALID', 'Please add manager remark']);
    expect(tripOf(await managerReject(manager, second, { managerRemarks: 'By phone please' }))).toMatchObject({
      managerApprovalStatus: 'MANAGER_REJECTED',
      managerRemarks: 'By phone please',
    });
    expect([await actions(first), await actions(second)]).toEqual([
      ['create', 'manager-approve'],
      ['create', 'manager-reject'],
    ]);
  });
  it('MGR-1 MGR-21 once: then 409 with the trip as it stands', async () => {
    const id = await ask();
    const answers = await Promise.all([
      managerApprove(manager, id),
      managerReject(manager, id, { managerRemarks: 'x' }),
      managerApprove(manager, id),
    ]);
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 409, 409]);
    expect(answers.find((answer) => answer.status === 409)?.body).toMatchObject({
      code: 'CONFLICT',
      message: 'This request was already decided.',
      current: { tripId: id, version: 2 },
    });
  });
  it('TRIP-8 not a cancelled one, and it is in no queue', async () => {
    const id = await ask();
    await cancel(employee, id);
    expect(refusalOf(await managerApprove(manager, id))).toEqual([409, 'CONFLICT', 'This trip was cancelled']);
    const rows = (await search(manager, `?pageSize=100&filter=MANAGER_EMAIL:${email('manager')}`)).body[
      'content'
    ] as Trip[];
    expect(rows.some((trip) => trip.tripId === id)).toBe(false);
  });
  it('OB-10 on the version that was seen', async () => {
    const id = await ask();
    await update(employee, id, tripBody({ arrivalCity: 'Kochi' }));
    expect((await managerApprove(manager, id, {}, { 'If-Match': '"1"' })).body).toMatchObject({
      code: 'VERSION_CONFLICT',
      current: { arrivalCity: 'Kochi' },
    });
    expect((await managerApprove(manager, id, {}, { 'If-Match': '"2"' })).status).toBe(200);
  });
  it('MGR-9 MGR-10 MGR-11 MGR-12 many: each by itself', async () => {
    const [open, seen, decided, own, foreign] = [
      await ask(),
      await ask(),
      await approved(),
      await ask({}, 'manager'),
      await ask({}, 'employee3'),
    ];
    const answer = await bulkManager(manager, {
      ids: [open, seen, decided, own, foreign, 'TRP0', open],
      approved: true,
      versions: { [seen]: 7 },
    });
    const { done, refused } = dataOf<BulkResult>(answer);
    expect([done, refused.map(({ id, code }) => [id, code])]).toEqual([
      [open],
      [
        [seen, 'VERSION_CONFLICT'],
        [decided, 'CONFLICT'],
        [own, 'FORBIDDEN'],
        [foreign, 'NOT_FOUND'],
        ['TRP0', 'NOT_FOUND'],
      ],
    ]);
    expect(await stored(open)).toMatchObject({ manager_status: 'MANAGER_APPROVED', version: 2 });
    expect(refusalOf(await bulkManager(manager, { ids: [], approved: true }))).toEqual([
      422,
      'INVALID',
      'Please select expenses or trips to be approved',
    ]);
    expect(refusalOf(await bulkManager(manager, { ids: [seen], approved: false }))).toEqual([
      422,
      'INVALID',
      'Please add remark.',
    ]);
    expect(
      dataOf<BulkResult>(await bulkManager(manager, { ids: [seen], approved: false, comments: 'Not now' })).done,
    ).toEqual([seen]);
    expect(await stored(seen)).toMatchObject({ manager_status: 'MANAGER_REJECTED', manager_remarks: 'Not now' });
  });
});

describe('the admin decides trips', () => {
  it('ADM-1 after the manager; a rejection needs remarks', async () => {
    const [waiting, first, second] = [await ask(), await approved(), await approved()];
    for (const answer of [await adminApprove(admin, waiting), await adminReject(admin, waiting)])
      expect(refusalOf(answer)).toEqual([409, 'CONFLICT', 'Travel request is not approved by the manager!']);
    expect(tripOf(await adminApprove(admin, first))).toMatchObject({
      adminApprovalStatus: 'ADMIN_APPROVED',
      adminRemarks: null,
    });
    expect(refusalOf(await adminReject(admin, second, {}))).toEqual([422, 'INVALID', 'Please add admin remark']);
    expect(tripOf(await adminReject(admin, second, { adminRemarks: 'No seats' }))).toMatchObject({
      adminApprovalStatus: 'ADMIN_REJECTED',
      adminRemarks: 'No seats',
    });
    expect(refusalOf(await adminApprove(admin, second))).toEqual([
      409,
      'CONFLICT',
      'This request was already decided.',
    ]);
  });
  it('ACC-6 not their own', async () => {
    const id = await ask({}, 'admin');
    await managerApprove(await server.as('director'), id);
    expect(refusalOf(await adminApprove(admin, id))).toEqual([403, 'FORBIDDEN', 'You cannot decide your own request.']);
    expect(dataOf<BulkResult>(await bulkAdmin(admin, { ids: [id], approved: true })).refused).toMatchObject([
      { id, code: 'FORBIDDEN' },
    ]);
  });
  it('ADM-1 MGR-12 many: each by itself', async () => {
    const [first, second, waiting, leaving] = [await approved(), await approved(), await ask(), await approved()];
    await cancel(employee, leaving);
    const { done, refused } = dataOf<BulkResult>(
      await bulkAdmin(admin, { ids: [second, first, waiting, leaving], approved: true }),
    );
    expect([done, refused.map(({ id, code, message }) => [id, code, message])]).toEqual([
      [second, first],
      [
        [waiting, 'CONFLICT', 'Travel request is not approved by the manager!'],
        [leaving, 'CONFLICT', 'This trip is being cancelled'],
      ],
    ]);
  });
  it('TRIP-6 an edit of an approved trip has to pass the manager again', async () => {
    const id = await approved();
    await update(employee, id, tripBody({ arrivalCity: 'Kochi' }));
    expect((await adminApprove(admin, id)).status).toBe(409);
  });
});

describe('no-shows', () => {
  it('ADM-6 on an approved trip after its first day', async () => {
    const id = await approved();
    expect((await noShow(admin, id)).status).toBe(409);
    await adminApprove(admin, id);
    expect(refusalOf(await noShow(admin, id))).toEqual([
      409,
      'CONFLICT',
      'A trip that has not begun cannot be a no-show',
    ]);
    server.clock.now = NOW + 6 * DAY;
    expect(tripOf(await noShow(admin, id, { adminRemarks: 'Did not board' }))).toMatchObject({
      managerApprovalStatus: 'NO_SHOW',
      adminApprovalStatus: 'NO_SHOW',
      adminRemarks: 'Did not board',
    });
    server.clock.now = NOW;
    expect((await update(employee, id)).status).toBe(409);
  });
});

describe('once and for good', () => {
  it('WIRE-8 WIRE-10 a decision with a key is made once', async () => {
    const id = await ask();
    const key = { 'Idempotency-Key': 'trip-decision-1', 'If-Match': '"1"' };
    const answers = await Promise.all([managerApprove(manager, id, {}, key), managerApprove(manager, id, {}, key)]);
    expect(answers.map((answer) => [answer.status, answer.text])).toEqual([
      [200, answers[0]?.text],
      [200, answers[0]?.text],
    ]);
    expect((await managerReject(manager, id, { managerRemarks: 'x' }, key)).body).toMatchObject({
      code: 'IDEMPOTENCY_KEY_REUSED',
    });
  });
  it('ACC-12 Z17 in nobody else’s name; ACC-15 a role taken away counts at once', async () => {
    const id = await approved();
    expect(
      (await admin.post(`/api/v1/travel-request/admin/approve/?email=${email('employee2')}&tripId=${id}`, {})).status,
    ).toBe(403);
    await setRoles(server.database.db, 'admin', []);
    expect((await adminApprove(admin, id)).status).toBe(404);
    await setRoles(server.database.db, 'admin', ['admin']);
    expect(
      (await admin.post(`/api/v1/travel-request/admin/approve/?email=${email('admin')}&tripId=${id}`, {})).status,
    ).toBe(200);
  });
  it('AUD-1 the log holds', async () => expect(await verifyAudit(server.database.db)).toBeNull());
});
