import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { travelExpense, type TravelExpense } from '#contract/expense.ts';
import { verifyAudit } from '#server/platform/audit/audit.ts';
import type { Answer, Api } from '#tests/support/api.ts';
import { dataOf } from '#tests/support/expenses.ts';
import { email, idOf } from '#tests/support/people.ts';
import { NOW, startServer, type TestServer } from '#tests/support/server.ts';
import {
  APPROVED,
  create,
  file,
  goneTrip,
  putTrip,
  reject,
  travelBody,
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
const setExceptional = (day: string | null) =>
  server.database.db.updateTable('people').set({ exceptional_date: day }).where('id', '=', idOf('employee')).execute();

describe('filing a travel claim', () => {
  it('TRV-3 answers the whole record with the days and places of its trip, and it is in the log', async () => {
    const answer = await employee.post(
      `/api/v1/allExpense/create/?email=${email('employee')}&id=${tripId}&primaryExpenseType=2`,
      travelBody(bill, { expenseDate: inDays(-2) + 5_000, managerApprovalStatus: 'MANAGER_APPROVED', tripId: 'TRP1' }),
    );
    const claim = travelExpense.parse(dataOf(answer));
    expect(answer.body['data']).toEqual(claim);
    expect(claim).toMatchObject({
      expenseId: expect.stringMatching(/^EXP[0-9A-Z]{20}$/),
      tripId,
      travelExpenseType: 'CONVEYANCE',
      expenseDate: inDays(-2),
      claimAmount: 320.5,
      remarks: 'Auto to the client',
      userEmail: email('employee'),
      managerEmail: email('manager'),
      startDate: inDays(-4),
      endDate: inDays(-1),
      fromLocation: 'Bengaluru',
      travelLocation: 'Chennai',
      managerApprovalStatus: 'MANAGER_PENDING',
      managerApprovedAmount: null,
      version: 1,
      createdAt: NOW,
      withdrawn: false,
    });
    expect(claim.billUrl.map((item) => item.fingerPrint)).toEqual([bill]);
    expect(await log(claim.expenseId)).toMatchObject([
      {
        action: 'create',
        version: 1,
        actor_id: idOf('employee'),
        before: null,
        after: { tripId, type: 'CONVEYANCE', claimAmount: 32_050 },
      },
    ]);
    expect(await verifyAudit(server.database.db)).toBeNull();
  });

  it.each([
    ['by nobody', null, 401],
    ['for somebody else', 'employee', 403],
  ] as const)('%s is refused first of all', async (_name, who, status) => {
    const api = who === null ? server.with(null) : employee;
    expect(
      (await api.post(`/api/v1/allExpense/create/?email=${email('employee2')}&id=nothing&primaryExpenseType=2`, {}))
        .status,
    ).toBe(status);
  });

  it('WIRE-10 then what one may not see, then what is not one’s own, then the trip’s state, then fields', async () => {
    const waiting = await goneTrip(server, 'employee', {}, {});
    expect((await create(await server.as('employee2'), tripId, {})).status).toBe(404);
    expect((await create(employee, 'TRP0', {})).status).toBe(404);
    expect((await create(manager, tripId, {})).status).toBe(403);
    expect((await create(await server.as('admin'), tripId, {})).status).toBe(403);
    expect((await create(employee, waiting, {})).status).toBe(409);
    const answer = await create(employee, tripId, {});
    expect(refusalOf(answer)).toEqual({ status: 422, code: 'INVALID', message: 'expense date is mandatory!' });
    expect(Object.keys(answer.body['errors'] as object)).toEqual([
      'expenseDate',
      'travelExpenseType',
      'claimAmount',
      'remarks',
      'billUrl',
    ]);
    expect((await employee.post('/api/v1/allExpense/create?primaryExpenseType=2', {})).status).toBe(400);
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['nobody approved', {}, 'Travel request is not approved by the manager!'],
    ['the manager rejected', { manager_status: 'MANAGER_REJECTED' }, 'Travel request is not approved by the manager!'],
    [
      'the manager alone approved',
      { manager_status: 'MANAGER_APPROVED' },
      'Travel request is not approved by the admin!',
    ],
    [
      'the admin rejected',
      { ...APPROVED, admin_status: 'ADMIN_REJECTED' },
      'Travel request is not approved by the admin!',
    ],
    ['nobody showed up on', { ...APPROVED, admin_status: 'NO_SHOW' }, 'Travel request is not approved by the admin!'],
    ['was cancelled', { ...APPROVED, cancellation_status: 'APPROVED' }, 'This trip was cancelled'],
    ['waits to be cancelled', { ...APPROVED, cancellation_status: 'PENDING' }, 'This trip is being cancelled'],
  ])('TRV-1 TRIP-8 on a trip that %s: 409', async (_name, columns, message) => {
    expect(
      refusalOf(await create(employee, await goneTrip(server, 'employee', {}, columns), travelBody(bill))),
    ).toEqual({ status: 409, code: 'CONFLICT', message });
  });

  it.each<[string, number, string | null]>([
    ['its first day', inDays(-4), null],
    ['the last moment of its last day', inDays(0) - 1, null],
    ['the day before it', inDays(-5), 'Expense date is not a day of this trip'],
    ['today, a day after it', inDays(0), 'Expense date is not a day of this trip'],
  ])('TRV-2 on %s', async (_name, expenseDate, message) => {
    const answer = await create(employee, tripId, travelBody(bill, { expenseDate }));
    expect(answer.status).toBe(message === null ? 200 : 422);
    if (message !== null) expect(answer.body).toMatchObject({ message, errors: { expenseDate: message } });
  });

  it('TRV-2 not in the future, though the trip has that day', async () => {
    const running = await goneTrip(server, 'employee', { startDate: inDays(-1), endDate: inDays(3) });
    expect((await create(employee, running, travelBody(bill, { expenseDate: inDays(0) }))).status).toBe(200);
    expect((await create(employee, running, travelBody(bill, { expenseDate: inDays(1) }))).body['message']).toBe(
      'Expense date cannot be in the future',
    );
  });

  it('TRV-2 EXC-1 not older than 90 days, unless the exceptional date allows it', async () => {
    const old = await goneTrip(server, 'employee', { startDate: inDays(-4), endDate: inDays(-1) });
    await putTrip(server, old, { start_date: '2026-04-10', end_date: '2026-04-20' });
    const on = (day: string) =>
      create(employee, old, travelBody(bill, { expenseDate: Date.parse(`${day}T00:00:00+05:30`) }));
    expect((await on('2026-04-16')).status).toBe(200);
    const answer = await on('2026-04-15');
    expect(refusalOf(answer)).toEqual({ status: 422, code: 'INVALID', message: 'Validity expired!' });
    expect(answer.body['errors']).toEqual({ expenseDate: 'Validity expired!' });
    await setExceptional('2026-04-14');
    expect([(await on('2026-04-14')).status, (await on('2026-04-13')).body['message']]).toEqual([
      200,
      'Validity expired!',
    ]);
    await setExceptional(null);
  });

  it('WIRE-8 the same key again answers the same, and another claim is not made', async () => {
    const headers = { 'idempotency-key': 'travel-claim-key-1' };
    const body = travelBody(bill, { remarks: 'once' });
    const [one, two] = [await create(employee, tripId, body, headers), await create(employee, tripId, body, headers)];
    expect(dataOf<TravelExpense>(two)).toEqual(dataOf<TravelExpense>(one));
    expect(two.headers.get('idempotency-replayed')).toBe('true');
    expect((await create(employee, tripId, { ...body, remarks: 'twice' }, headers)).body['code']).toBe(
      'IDEMPOTENCY_KEY_REUSED',
    );
    // The key outlives its stored answer.
    await server.database.db.deleteFrom('idempotency').where('key', '=', 'travel-claim-key-1').execute();
    expect(dataOf<TravelExpense>(await create(employee, tripId, body, headers)).expenseId).toBe(
      dataOf<TravelExpense>(one).expenseId,
    );
  });

  it('DOC-5 DOC-9 takes no bill of somebody else', async () => {
    const foreign = await (await server.as('employee2')).bill('a foreign bill');
    expect((await create(employee, tripId, travelBody(foreign))).body['code']).toBe('FILE_GONE');
  });

  it('of a claim and a cancellation at once one wins', async () => {
    for (let i = 0; i < 8; i += 1) {
      const trip = await goneTrip(server, 'employee', {}, APPROVED);
      const [claim, cancellation] = await Promise.all([
        create(employee, trip, travelBody(bill)),
        cancel(employee, trip),
      ]);
      expect([claim?.status, cancellation?.status].toSorted()).toEqual([200, 409]);
    }
  });
});

describe('food', () => {
  const meal = (amount: number, more: Record<string, unknown> = {}) =>
    travelBody(bill, { travelExpenseType: 'FOOD', claimAmount: amount, ...more });
  const TOO_MUCH = 'Food claim amount is more then 750';

  it('FOOD-1 up to 750 a claim', async () => {
    const trip = await goneTrip(server, 'employee2');
    const employee2 = await server.as('employee2');
    const own = await employee2.bill('a meal');
    const answer = await create(employee2, trip, meal(750.01, { billUrl: [own] }));
    expect(answer.body).toMatchObject({ message: TOO_MUCH, errors: { claimAmount: TOO_MUCH } });
    expect((await create(employee2, trip, meal(750, { billUrl: [own] }))).status).toBe(200);
    expect((await create(employee2, trip, travelBody(own, { claimAmount: 5000 }))).status).toBe(200);
  });

  it('FOOD-2 up to 750 a person and day over all trips, rejected and withdrawn ones aside', async () => {
    const [trip, other] = [await goneTrip(server), await goneTrip(server)];
    const [lunch, dinner] = [await file(employee, trip, meal(400)), await file(employee, other, meal(350))];
    expect((await create(employee, trip, meal(0.01))).body).toMatchObject({
      code: 'INVALID',
      message: TOO_MUCH,
      errors: { claimAmount: TOO_MUCH },
    });
    expect((await create(employee, trip, meal(700, { expenseDate: inDays(-3) }))).status).toBe(200);
    dataOf(await reject(manager, lunch.expenseId));
    dataOf(await withdraw(employee, dinner.expenseId));
    const supper = await file(employee, trip, meal(750));
    expect((await create(employee, other, meal(1))).status).toBe(422);
    await server.database.db
      .updateTable('claims')
      .set({ finance_status: 'FINANCE_REJECT' })
      .where('id', '=', supper.expenseId)
      .execute();
    const breakfast = await file(employee, other, meal(100));
    await server.database.db
      .updateTable('claims')
      .set({ withdrawn_at: 1 })
      .where('id', '=', breakfast.expenseId)
      .execute();
  });

  it('FOOD-2 an edit counts the others and not itself', async () => {
    const trip = await goneTrip(server);
    const day = { expenseDate: inDays(-1) };
    const [one, two] = [await file(employee, trip, meal(500, day)), await file(employee, trip, travelBody(bill, day))];
    expect((await update(employee, one.expenseId, meal(750, day))).status).toBe(200);
    expect((await update(employee, two.expenseId, meal(1, day))).body['message']).toBe(TOO_MUCH);
    expect((await update(employee, one.expenseId, meal(100, day))).status).toBe(200);
    expect((await update(employee, two.expenseId, meal(650, day))).status).toBe(200);
    expect((await update(employee, one.expenseId, meal(100.01, day))).status).toBe(422);
    // The day has become too dear by other means: what stays as it is may still be corrected.
    await server.database.db
      .updateTable('claims')
      .set({ claim_amount: 70_000 })
      .where('id', '=', two.expenseId)
      .execute();
    expect((await update(employee, one.expenseId, meal(100, { ...day, remarks: 'Idli' }))).status).toBe(200);
  });

  it('FOOD-2 of many meals at once no more pass than the day allows', async () => {
    const [trip, other] = [await goneTrip(server, 'employee3'), await goneTrip(server, 'employee3')];
    const employee3 = await server.as('employee3');
    const own = await employee3.bill('meals');
    for (const day of [-4, -3, -2]) {
      const answers = await Promise.all(
        Array.from({ length: 12 }, (_, i) =>
          create(employee3, i % 2 ? trip : other, meal(300, { expenseDate: inDays(day), billUrl: [own] })),
        ),
      );
      expect(answers.map((answer) => answer.status).toSorted()).toEqual([
        200,
        200,
        ...Array.from({ length: 10 }, () => 422),
      ]);
    }
    const claims = await Promise.all(
      Array.from({ length: 6 }, () => file(employee3, trip, { expenseDate: inDays(-1), claimAmount: 300 })),
    );
    const edits = await Promise.all(
      claims.map((claim) => update(employee3, claim.expenseId, meal(300, { expenseDate: inDays(-1), billUrl: [own] }))),
    );
    expect(edits.filter((answer) => answer.status === 200)).toHaveLength(2);
  });
});
