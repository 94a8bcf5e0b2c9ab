import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTravelExpense } from '#contract/calls/travelExpenses.ts';
import type { BulkResult } from '#contract/decision.ts';
import { urlOf } from '#contract/endpoint.ts';
import type { Trip } from '#contract/trip.ts';
import { verifyAudit } from '#server/platform/audit/audit.ts';
import { removeOrphanFiles } from '#server/main/retention.ts';
import type { Answer, Api } from '#tests/support/api.ts';
import { dataOf, DAY } from '#tests/support/expenses.ts';
import { email, idOf, setRoles, type PersonKey } from '#tests/support/people.ts';
import { NOW, startServer, type TestServer } from '#tests/support/server.ts';
import {
  adminApprove,
  adminReject,
  bulkAdmin,
  bulkManager,
  cancel,
  create,
  furtherTicket,
  inDays,
  managerApprove,
  managerReject,
  noShow,
  refuseCancellation,
  search,
  settle,
  ticket,
  tripBody,
  update,
} from '#tests/support/trips.ts';

let server: TestServer;
let employee: Api;
let manager: Api;
let admin: Api;
beforeAll(async () => {
  server = await startServer();
  [employee, manager, admin] = await Promise.all([server.as('employee'), server.as('manager'), server.as('admin')]);
});
afterAll(() => server.close());

const tripOf = (answer: Answer): Trip => dataOf<Trip>(answer);
const ask = async (changes: Record<string, unknown> = {}, who: PersonKey = 'employee'): Promise<string> =>
  tripOf(await create(await server.as(who), tripBody(changes))).tripId;
const approved = async (changes: Record<string, unknown> = {}): Promise<string> => {
  const id = await ask(changes);
  tripOf(await managerApprove(manager, id));
  return id;
};
const refusalOf = ({ status, body }: Answer) => [status, body['code'], body['message']];
const actions = async (id: string) =>
  (
    await server.database.db
      .selectFrom('audit_log')
      .select('action')
      .where('record_id', '=', id)
      .orderBy('version')
      .execute()
  ).map((row) => row.action);
const stored = (id: string) =>
  server.database.db.selectFrom('trips').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
let tickets = 0;
const print = (): Promise<string> => admin.bill(`ticket ${(tickets += 1)}`);

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

describe('tickets', () => {
  it('ADM-2 are added with what they cost, once, and approve nothing', async () => {
    const id = await approved();
    const [one, two] = [await print(), await print()];
    expect(refusalOf(await ticket(admin, id, {}))).toEqual([422, 'INVALID', 'Please Add Ticket Amount']);
    const trip = tripOf(
      await ticket(admin, id, { ticketAmount: '2,450.50', ticketUrl: [one, { fingerPrint: two, name: 'return.pdf' }] }),
    );
    expect(trip).toMatchObject({
      ticketUploadStatus: 'UPDATED',
      ticketAmount: 2450.5,
      adminApprovalStatus: 'ADMIN_PENDING',
      ticketUrl: [
        { fingerPrint: one, type: 'application/pdf' },
        { fingerPrint: two, name: 'return.pdf' },
      ],
    });
    expect(refusalOf(await ticket(admin, id, { ticketAmount: 1, ticketUrl: [one] }))).toEqual([
      409,
      'CONFLICT',
      'Tickets were already added',
    ]);
    expect(await actions(id)).toEqual(['create', 'manager-approve', 'tickets']);
    const rows = (await search(employee, `?pageSize=100&filter=USER_EMAIL:${email('employee')}`)).body[
      'content'
    ] as Trip[];
    expect(rows.find((row) => row.tripId === id)).toEqual(trip);
  });
  it('ADM-12 another is added to an approved trip with its reason; nothing is revoked, amounts add up', async () => {
    const id = await approved();
    const [one, two] = [await print(), await print()];
    expect(refusalOf(await furtherTicket(admin, id, { ticketAmount: 1, reason: 'Return', ticketUrl: [one] }))).toEqual([
      409,
      'CONFLICT',
      'Add the ticket details first',
    ]);
    await ticket(admin, id, { ticketAmount: 1000, ticketUrl: [one] });
    await adminApprove(admin, id);
    expect((await furtherTicket(admin, id, { ticketAmount: 1, ticketUrl: [two] })).body).toMatchObject({
      code: 'INVALID',
      errors: { reason: 'Please enter the reason for another ticket' },
    });
    expect((await furtherTicket(admin, id, { reason: 'x', ticketUrl: [two] })).body).toMatchObject({
      message: 'Please Add Ticket Amount',
    });
    expect((await furtherTicket(admin, id, { ticketAmount: 1, reason: 'x', ticketUrl: [one] })).body).toMatchObject({
      errors: { ticketUrl: 'This trip has this ticket already' },
    });
    const sent = { ticketAmount: '250.50', reason: 'The train was cancelled', ticketUrl: [two] };
    const key = { 'Idempotency-Key': 'another-ticket-1' };
    const trip = tripOf(await furtherTicket(admin, id, sent, key));
    expect(trip).toMatchObject({
      adminApprovalStatus: 'ADMIN_APPROVED',
      managerApprovalStatus: 'MANAGER_APPROVED',
      ticketAmount: 1250.5,
      ticketUrl: [{ fingerPrint: one }, { fingerPrint: two }],
      furtherTickets: [{ ticketAmount: 250.5, reason: 'The train was cancelled' }],
    });
    // The same request again is the same ticket.
    expect(tripOf(await furtherTicket(admin, id, sent, key)).furtherTickets).toHaveLength(1);
    expect(await actions(id)).toEqual(['create', 'manager-approve', 'tickets', 'admin-approve', 'tickets']);
    // What is refunded may be as much as all of them cost.
    await cancel(employee, id);
    expect(
      tripOf(await settle(admin, id, { ticketRefundAmount: 1250.5, amountToBeDeductedFromSalary: 0 })),
    ).toMatchObject({ ticketRefundAmount: 1250.5 });
    expect(
      refusalOf(await furtherTicket(admin, id, { ticketAmount: 1, reason: 'x', ticketUrl: [await print()] })),
    ).toEqual([409, 'CONFLICT', 'This trip was cancelled']);
  });
  it('ADM-3 not for an own car without accommodation', async () => {
    const id = await approved({ modeOfTravel: 'OWN_CAR' });
    expect(refusalOf(await ticket(admin, id, { ticketAmount: 1, ticketUrl: [await print()] }))).toEqual([
      409,
      'CONFLICT',
      'A trip by own car without accommodation needs no ticket',
    ]);
  });
  it('DOC-5 DOC-9 only with files that the admin uploaded', async () => {
    const id = await approved();
    for (const foreign of [await employee.bill('somebody else’s'), 'b'.repeat(64)])
      expect((await ticket(admin, id, { ticketAmount: 1, ticketUrl: [foreign] })).body).toMatchObject({
        code: 'FILE_GONE',
      });
    expect(await stored(id)).toMatchObject({ ticket_status: 'NOT_UPDATED', version: 2 });
  });
  it('DOC-7 are read by whoever may see the trip, and kept as long as it carries them', async () => {
    const id = await approved();
    const { ticketUrl } = tripOf(await ticket(admin, id, { ticketAmount: 1, ticketUrl: [await print()] }));
    const [url, hash] = [ticketUrl[0]?.url ?? '', ticketUrl[0]?.fingerPrint ?? ''];
    for (const who of ['employee', 'manager', 'director', 'admin'] as const)
      expect((await (await server.as(who)).get(url)).status).toBe(200);
    for (const who of ['employee2', 'manager2', 'finance', 'tally'] as const)
      expect((await (await server.as(who)).get(url)).status).toBe(404);
    await removeOrphanFiles(server.database.db, server.files, NOW + 40 * DAY);
    expect(await server.files.has(hash)).toBe(true);
  });
});

describe('cancellations', () => {
  const withTicket = async (): Promise<string> => {
    const id = await approved();
    await ticket(admin, id, { ticketAmount: 1000, ticketUrl: [await print()] });
    await adminApprove(admin, id);
    await cancel(employee, id, { cancellationRemarks: 'Client moved it' });
    return id;
  };
  it('ADM-4 are settled, also of an approved trip: it is cancelled then', async () => {
    const id = await withTicket();
    expect(refusalOf(await settle(admin, id, {}))).toEqual([422, 'INVALID', 'Please Add Missing Details']);
    expect(
      (await settle(admin, id, { ticketRefundAmount: 1000.01, amountToBeDeductedFromSalary: 0 })).body,
    ).toMatchObject({ errors: { ticketRefundAmount: 'Refund cannot be more than the ticket amount' } });
    expect(
      tripOf(
        await settle(admin, id, {
          ticketRefundAmount: 800,
          amountToBeDeductedFromSalary: 0,
          adminCancellationRemarks: 'Less charges',
        }),
      ),
    ).toMatchObject({
      cancellationStatus: 'APPROVED',
      ticketRefundAmount: 800,
      amountToBeDeductedFromSalary: 0,
      adminCancellationRemarks: 'Less charges',
      cancellationRemarks: 'Client moved it',
    });
    expect(refusalOf(await settle(admin, id, {}))).toEqual([409, 'CONFLICT', 'This trip was cancelled']);
    expect((await actions(id)).slice(-2)).toEqual(['cancel', 'cancellation']);
  });
  it('ADM-4 not where none was asked for', async () => {
    expect(
      refusalOf(await settle(admin, await approved(), { ticketRefundAmount: 0, amountToBeDeductedFromSalary: 0 })),
    ).toEqual([409, 'CONFLICT', 'No cancellation was asked for']);
  });
  it('ADM-8 are refused with a remark: the trip stands, and cannot be asked for again', async () => {
    const id = await withTicket();
    expect(refusalOf(await refuseCancellation(admin, id, {}))).toEqual([422, 'INVALID', 'Please add admin remark']);
    expect(tripOf(await refuseCancellation(admin, id, { adminRemarks: 'Not refundable' }))).toMatchObject({
      cancellationStatus: 'REJECTED',
      adminCancellationRemarks: 'Not refundable',
      adminRemarks: null,
      adminApprovalStatus: 'ADMIN_APPROVED',
    });
    expect((await cancel(employee, id)).status).toBe(409);
  });
  it('ADM-2 while one is asked for, no ticket is added and nothing approved', async () => {
    const id = await approved();
    await cancel(employee, id);
    for (const answer of [
      await ticket(admin, id, { ticketAmount: 1, ticketUrl: [await print()] }),
      await adminApprove(admin, id),
    ])
      expect(refusalOf(answer)).toEqual([409, 'CONFLICT', 'This trip is being cancelled']);
  });
});

describe('a claim and a cancellation of one trip at the same moment', () => {
  it('TRIP-7 TRIP-8 TRV-1 one is done, the other refused, whichever comes first', async () => {
    for (let round = 0; round < 6; round += 1) {
      const id = await approved({ startDate: inDays(-2), endDate: inDays(0) });
      await adminApprove(admin, id);
      const bill = await employee.bill(`dinner ${round}`);
      const claim = () =>
        employee.post(urlOf(createTravelExpense, { query: { id } }), {
          expenseDate: inDays(-1),
          travelExpenseType: 'OTHER',
          claimAmount: 100,
          remarks: 'Dinner',
          billUrl: [bill],
        });
      const answers = await Promise.all(
        round % 2 === 0 ? [claim(), cancel(employee, id)] : [cancel(employee, id), claim()],
      );
      expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 409]);
      const { n } = await server.database.db
        .selectFrom('claims')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .where('trip_id', '=', id)
        .executeTakeFirstOrThrow();
      expect([Number(n), (await stored(id)).cancellation_status]).toEqual(
        answers[round % 2]?.status === 200 ? [1, 'NOT_INITIATED'] : [0, 'PENDING'],
      );
    }
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
