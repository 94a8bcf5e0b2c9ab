import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { searchTravelTrips } from '#contract/calls/travelExpenses.ts';
import { type TravelExpense } from '#contract/expense.ts';
import { verifyAudit } from '#server/platform/audit/audit.ts';
import type { Answer, Api } from '#tests/support/api.ts';
import { dataOf, DAY, type Found } from '#tests/support/expenses.ts';
import { email, idOf } from '#tests/support/people.ts';
import { NOW, startServer, type TestServer } from '#tests/support/server.ts';
import {
  APPROVED,
  approve,
  bulk,
  file,
  goneTrip,
  putTrip,
  reject,
  search,
  searchTrips,
  travelBody,
  tripsOf,
  update,
  withdraw,
} from '#tests/support/travelClaims.ts';
import { cancel, inDays } from '#tests/support/trips.ts';

let server: TestServer;
let employee: Api;
let manager: Api;
let bill: string;
let tripId: string;
beforeAll(async () => {
  server = await startServer();
  [employee, manager] = [await server.as('employee'), await server.as('manager')];
  bill = await employee.bill('the bill');
  tripId = await goneTrip(server);
});
afterAll(() => server.close());

const refusalOf = ({ status, body }: Answer) => ({ status, code: body['code'], message: body['message'] });
const log = (id: string) =>
  server.database.db.selectFrom('audit_log').selectAll().where('record_id', '=', id).orderBy('version').execute();

describe('changing and withdrawing', () => {
  it('TRV-4 changes everything that filing sets, on the version it was made on', async () => {
    const claim = await file(employee, tripId);
    const other = await employee.bill('another bill');
    const body = travelBody(other, {
      travelExpenseType: 'ACCOMMODATION',
      claimAmount: '2,450',
      remarks: 'Hotel',
      expenseDate: inDays(-4),
    });
    expect((await update(employee, claim.expenseId, body, { 'if-match': '"2"' })).body).toMatchObject({
      code: 'VERSION_CONFLICT',
      current: { expenseId: claim.expenseId, version: 1 },
    });
    const after = dataOf<TravelExpense>(await update(employee, claim.expenseId, body, { 'if-match': '"1"' }));
    expect(after).toMatchObject({
      tripId,
      travelExpenseType: 'ACCOMMODATION',
      claimAmount: 2450,
      remarks: 'Hotel',
      expenseDate: inDays(-4),
      version: 2,
      fromLocation: 'Bengaluru',
    });
    expect(after.billUrl.map((item) => item.fingerPrint)).toEqual([other]);
    expect((await update(employee, claim.expenseId, { ...body, expenseDate: inDays(-9) })).body['message']).toBe(
      'Expense date is not a day of this trip',
    );
    expect((await update(employee, claim.expenseId, { ...body, billUrl: [] })).body['message']).toBe(
      'Please upload bills',
    );
    expect((await log(claim.expenseId)).map((row) => row.action)).toEqual(['create', 'edit']);
  });

  it('TRV-4 keeps its day however old it has grown, and demands a good one when it changes', async () => {
    const claim = await file(employee, tripId);
    server.clock.now = NOW + 89 * DAY;
    expect(
      (await update(await server.as('employee'), claim.expenseId, travelBody(bill, { remarks: 'Later' }))).status,
    ).toBe(200);
    expect(
      (await update(await server.as('employee'), claim.expenseId, travelBody(bill, { expenseDate: inDays(-3) }))).body[
        'message'
      ],
    ).toBe('Validity expired!');
    server.clock.now = NOW;
  });

  it('TRV-1 not on a trip that takes claims no longer; withdrawing is always possible', async () => {
    const trip = await goneTrip(server);
    const claim = await file(employee, trip);
    await putTrip(server, trip, { admin_status: 'NO_SHOW' });
    expect(refusalOf(await update(employee, claim.expenseId, travelBody(bill)))).toMatchObject({
      status: 409,
      message: 'Travel request is not approved by the admin!',
    });
    expect(dataOf<TravelExpense>(await withdraw(employee, claim.expenseId))).toMatchObject({
      withdrawn: true,
      version: 2,
    });
  });

  it('TRV-4 what is withdrawn leaves every list but its owner’s, and its trip can be cancelled', async () => {
    const trip = await goneTrip(server);
    const claim = await file(employee, trip);
    dataOf(await withdraw(employee, claim.expenseId, { 'if-match': '"1"' }));
    const shown = async (api: Api) =>
      tripsOf(await searchTrips(api, `&pageSize=100&filter=USER_EMAIL:${email('employee')}`))
        .find((row) => row.tripId === trip)
        ?.dateResponseList.flatMap((day) => day.travelExpenses);
    expect(await shown(employee)).toEqual([{ ...claim, withdrawn: true, version: 2 }]);
    expect(await shown(manager)).toEqual([]);
    const { content } = dataOf<Found>(
      await search(manager, `&filter=MANAGER_EMAIL:${email('manager')}&pageSize=100`),
    ).results;
    expect(content.map((row) => row.expenseId)).not.toContain(claim.expenseId);
    expect((await approve(manager, claim.expenseId)).status).toBe(409);
    expect((await cancel(employee, trip)).status).toBe(200);
  });
});

describe('the trips with their days', () => {
  it('TRV-5 all own trips that are not cancelled, newest first, each with every day and the claims of it', async () => {
    const api = await server.as('employee2');
    const trips: string[] = [];
    for (const columns of [
      APPROVED,
      {},
      { cancellation_status: 'APPROVED' },
      { ...APPROVED, cancellation_status: 'PENDING' },
    ]) {
      server.clock.now += 1;
      trips.unshift(await goneTrip(server, 'employee2', {}, columns));
    }
    const claim = await file(api, trips[3] ?? '');
    const answer = await searchTrips(api);
    expect(searchTravelTrips.answer.parse(answer.body)).toEqual(answer.body);
    const rows = tripsOf(answer).slice(0, 3);
    expect(rows.map((row) => row.tripId)).toEqual([trips[0], trips[2], trips[3]]);
    expect(rows[2]).toEqual({
      tripId: trips[3],
      startDate: inDays(-4),
      endDate: inDays(-1),
      fromLocation: 'Bengaluru',
      toLocation: 'Chennai',
      managerApprovalStatus: 'MANAGER_APPROVED',
      adminApprovalStatus: 'ADMIN_APPROVED',
      cancellationStatus: 'NOT_INITIATED',
      dateResponseList: [-4, -3, -2, -1].map((day) => ({
        expenseDate: inDays(day),
        travelExpenses: day === -2 ? [claim] : [],
      })),
    });
    expect(answer.body['totalElements']).toBe(tripsOf(answer).length);
    const page = await searchTrips(api, '&pageSize=1&pageNumber=1');
    expect([tripsOf(page).map((row) => row.tripId), page.body['totalElements']]).toEqual([
      [trips[2]],
      answer.body['totalElements'],
    ]);
    expect(tripsOf(await searchTrips(api, '&pageNumber=99'))).toEqual([]);
    expect(tripsOf(await searchTrips(await server.as('newcomer')))).toEqual([]);
  });

  it('LIST-4 filters by the manager’s status and the trip’s first day', async () => {
    const api = await server.as('employee3');
    const trip = await goneTrip(
      server,
      'employee3',
      { startDate: inDays(20), endDate: inDays(21) },
      { manager_status: 'NO_SHOW' },
    );
    expect(tripsOf(await searchTrips(api, '&filter=MANAGER_APPROVAL_STATUS:3')).map((row) => row.tripId)).toEqual([
      trip,
    ]);
    expect(tripsOf(await searchTrips(api, `&filter=DATE_RANGE:${inDays(20)}|`)).map((row) => row.tripId)).toEqual([
      trip,
    ]);
    expect(tripsOf(await searchTrips(api, `&filter=DATE_RANGE:${inDays(21)}|`))).toEqual([]);
    for (const filter of ['LOCAL_EXPENSE_TYPE:0', 'MANAGER_EMAIL:x', 'DESTINATION:Chennai', 'EMPLOYEE_CODE:KH1001'])
      expect((await searchTrips(api, `&filter=${filter}`)).status).toBe(400);
    expect((await searchTrips(api, '&sort=EMPLOYEE_CODE')).status).toBe(400);
  });

  it('ACC-9 ACC-14 others: the line above sees all, finance the approved, the rest none; it is logged', async () => {
    const api = await server.as('employee3');
    const trip = await goneTrip(server, 'employee3');
    const [seen, unseen] = [
      await file(api, trip, { expenseDate: inDays(-4) }),
      await file(api, trip, { expenseDate: inDays(-4) }),
    ];
    dataOf(await approve(await server.as('manager2'), seen.expenseId));
    const of = async (who: 'manager2' | 'director' | 'finance' | 'admin' | 'manager' | 'employee') =>
      searchTrips(await server.as(who), `&pageSize=100&filter=USER_EMAIL:${email('employee3')}`);
    const idsOf = (answer: Answer) =>
      tripsOf(answer)
        .flatMap((row) => row.dateResponseList)
        .flatMap((day) => day.travelExpenses)
        .map((claim) => claim.expenseId);
    for (const who of ['manager2', 'director'] as const)
      expect(idsOf(await of(who))).toEqual(expect.arrayContaining([seen.expenseId, unseen.expenseId]));
    const finance = await of('finance');
    expect([tripsOf(finance).map((row) => row.tripId), idsOf(finance), finance.body['totalElements']]).toEqual([
      [trip],
      [seen.expenseId],
      1,
    ]);
    for (const who of ['admin', 'manager', 'employee'] as const) expect((await of(who)).status).toBe(403);
    const views = await server.database.db
      .selectFrom('audit_log')
      .select(['actor_id', 'on_behalf_of', 'after'])
      .where('action', '=', 'view')
      .execute();
    expect(views).toContainEqual({
      actor_id: idOf('finance'),
      on_behalf_of: idOf('employee3'),
      after: { what: 'travelTrips' },
    });
  });
});

describe('the manager', () => {
  it('LIST-3 has them one by one in the queue, with their trips, by type and date', async () => {
    const claim = await file(employee, tripId, { travelExpenseType: 'OTHER', expenseDate: inDays(-3) });
    const queue = async (filters = '') =>
      dataOf<{ results: { content: TravelExpense[]; totalElements: number } }>(
        await search(manager, `&filter=MANAGER_EMAIL:${email('manager')}&filter=MANAGER_APPROVAL_STATUS:1${filters}`),
      ).results.content;
    expect((await queue('&filter=TRAVEL_EXPENSE_TYPE:3')).map((row) => row.expenseId)).toEqual([claim.expenseId]);
    expect((await queue(`&filter=DATE_RANGE:${inDays(-3)}|${inDays(-3)}`))[0]).toEqual({
      ...claim,
      duplicateOf: [],
      facts: {},
    });
    expect((await search(manager, '&filter=LOCAL_EXPENSE_TYPE:0')).status).toBe(400);
  });

  it('MGR-3 MGR-4 decides them with the sentences of their kind', async () => {
    const [one, two] = [await file(employee, tripId), await file(employee, tripId)];
    expect((await approve(manager, one.expenseId, {})).body['message']).toBe('Please enter amount');
    expect((await reject(manager, one.expenseId, {})).body['message']).toBe('Please enter remark and amount');
    expect(dataOf<TravelExpense>(await approve(manager, one.expenseId, { managerApprovedAmount: 300 }))).toMatchObject({
      managerApprovalStatus: 'MANAGER_APPROVED',
      managerApprovedAmount: 300,
      tripId,
      endDate: inDays(-1),
    });
    expect(dataOf<TravelExpense>(await reject(manager, two.expenseId))).toMatchObject({
      managerApprovalStatus: 'MANAGER_REJECT',
      managerApprovedAmount: 0,
    });
    expect((await approve(manager, one.expenseId)).body).toMatchObject({
      code: 'CONFLICT',
      current: { expenseId: one.expenseId, tripId },
    });
  });

  it('MGR-12 decides many, of this kind alone', async () => {
    const claims = await Promise.all([file(employee, tripId), file(employee, tripId)]);
    const ids = claims.map((claim) => claim.expenseId);
    expect(dataOf<{ done: string[] }>(await bulk(manager, { ids, approved: true })).done).toEqual(ids);
    const [third] = [await file(employee, tripId)];
    const local = await manager.post('/api/v1/allExpense/bulk-manager-approve?primaryExpenseType=0', {
      ids: [third.expenseId],
      approved: true,
    });
    expect(dataOf<{ refused: { code: string }[] }>(local).refused).toMatchObject([{ code: 'NOT_FOUND' }]);
    expect(await verifyAudit(server.database.db)).toBeNull();
  });
});
