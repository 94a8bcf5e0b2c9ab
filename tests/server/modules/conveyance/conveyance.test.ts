import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { searchConveyance } from '#contract/calls/conveyance.ts';
import { conveyance, type Conveyance } from '#contract/expense.ts';
import { verifyAudit } from '#server/platform/audit/audit.ts';
import type { Api } from '#tests/support/api.ts';
import { approve, bulk, claimOf, found, KEY, reject, search, update } from '#tests/support/conveyance.ts';
import { dataOf } from '#tests/support/expenses.ts';
import { email, idOf } from '#tests/support/people.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';
import { inDays } from '#tests/support/trips.ts';

let server: TestServer;
let employee: Api;
let manager: Api;
let bill: string;
beforeAll(async () => {
  server = await startServer({ INTEGRATION_API_KEY: KEY });
  [employee, manager] = [await server.as('employee'), await server.as('manager')];
  bill = await employee.bill('a cab bill');
});
afterAll(() => server.close());

const put = (id: string, columns: Record<string, unknown>) =>
  server.database.db.updateTable('claims').set(columns).where('id', '=', id).execute();
const good = (changes: Record<string, unknown> = {}) => ({
  claimAmount: 400,
  remarks: 'Toll included',
  billUrl: [bill],
  ...changes,
});

describe('the list', () => {
  it('has everything the sales app reported, under the name of the trip', async () => {
    const claim = await claimOf(server, 'employee', { remarks: 'By night' });
    expect(conveyance.parse(claim)).toEqual(claim);
    expect(claim).toMatchObject({
      tripId: expect.stringMatching(/^CNV[0-9A-Z]{20}$/),
      userEmail: email('employee'),
      managerEmail: email('manager'),
      clientName: 'Kaveri Foods',
      fromLocation: 'Indiranagar',
      toLocation: 'Peenya',
      travelDate: inDays(-2),
      conveyanceType: 'CAB',
      distanceTravelled: 18.4,
      claimAmount: 412.5,
      reimbursementLimit: null,
      remarks: 'By night',
      billUrl: [],
      managerApprovalStatus: 'MANAGER_PENDING',
      financeApprovalStatus: 'FINANCE_PENDING',
      version: 1,
    });
    expect(claim).not.toHaveProperty('expenseId');
    const answer = await search(employee);
    expect(searchConveyance.answer.parse(answer.body)).toEqual(answer.body);
  });

  it('LIST-4 LIST-12 is filtered by type and travel date; queue and finance have theirs, with a summary', async () => {
    const bus = await claimOf(server, 'employee2', { conveyanceType: 'BUS', travelDate: inDays(-9) });
    server.clock.now += 1;
    const auto = await claimOf(server, 'employee2', { conveyanceType: 'AUTO' });
    const ids = async (api: Api, query: string) => (await found(api, query)).results.content.map((row) => row.tripId);
    const employee2 = await server.as('employee2');
    expect(await ids(employee2, '&filter=CONVEYANCE_TYPE:4')).toEqual([bus.tripId]);
    expect(await ids(employee2, '&filter=CONVEYANCE_TYPE:3|4')).toEqual([auto.tripId, bus.tripId]);
    expect(await ids(employee2, `&filter=DATE_RANGE:|${inDays(-9)}`)).toEqual([bus.tripId]);
    expect(
      await ids(manager, `&filter=MANAGER_EMAIL:${email('manager')}&filter=EMPLOYEE_EMAIL:${email('employee2')}`),
    ).toEqual([auto.tripId, bus.tripId]);
    const finance = await server.as('finance');
    expect(await ids(finance, `&filter=EMPLOYEE_EMAIL:${email('employee2')}`)).toEqual([]);
    dataOf(await approve(manager, bus.tripId, { managerApprovedAmount: 100 }));
    expect(await ids(finance, `&filter=EMPLOYEE_EMAIL:${email('employee2')}`)).toEqual([bus.tripId]);
    for (const filter of ['LOCAL_EXPENSE_TYPE:0', 'TRAVEL_EXPENSE_TYPE:0', 'EMPLOYEE_CODE:KH1001', 'CONVEYANCE_TYPE:5'])
      expect((await search(employee2, `&filter=${filter}`)).status).toBe(400);
    // Of conveyance finance counts what was claimed (LIST-12).
    expect((await found(finance)).summary).toMatchObject({ PENDING_COUNT: 1, PENDING_AMOUNT: 412.5 });
    expect((await found(finance, `&filter=DATE_RANGE:${inDays(-30)}|`)).summary).toMatchObject({
      PENDING_COUNT: 1,
      PENDING_AMOUNT: 412.5,
    });
  });

  it('ACC-9 another’s list is for the line above and finance', async () => {
    const status = async (who: 'manager' | 'director' | 'finance' | 'admin' | 'employee2' | 'manager2') =>
      (await search(await server.as(who), `&filter=USER_EMAIL:${email('employee')}`)).status;
    expect([await status('manager'), await status('director'), await status('finance')]).toEqual([200, 200, 200]);
    expect([await status('admin'), await status('employee2'), await status('manager2')]).toEqual([403, 403, 403]);
  });
});

describe('a change by its owner', () => {
  it('CNV-2 sets amount, remarks and bills, and nothing else', async () => {
    const claim = await claimOf(server);
    const after = dataOf<Conveyance>(
      await update(
        employee,
        claim.tripId,
        good({ claimAmount: '1,200.50', travelDate: inDays(-30), conveyanceType: 'BUS', clientName: 'x' }),
        { 'if-match': '"1"' },
      ),
    );
    expect(after).toMatchObject({
      ...claim,
      claimAmount: 1200.5,
      remarks: 'Toll included',
      version: 2,
      billUrl: [{ fingerPrint: bill }],
    });
    // A bill that it has is enough; remarks may be left out.
    expect(
      dataOf<Conveyance>(await update(employee, claim.tripId, { claimAmount: 1200.5, billUrl: [bill] })),
    ).toMatchObject({ remarks: null, version: 3 });
    const log = await server.database.db
      .selectFrom('audit_log')
      .select(['version', 'action'])
      .where('record_id', '=', claim.tripId)
      .orderBy('version')
      .execute();
    expect(log.map((row) => row.action)).toEqual(['intake', 'edit', 'edit']);
    expect(await verifyAudit(server.database.db)).toBeNull();
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['no amount', { claimAmount: undefined }, 'Please enter claim amount'],
    ['no bill', { billUrl: [] }, 'Please upload bill'],
    ['no list of bills', { billUrl: undefined }, 'Please upload bill'],
  ])('CNV-2 with %s: 422', async (_name, changes, message) => {
    const claim = await claimOf(server);
    const answer = await update(employee, claim.tripId, good(changes));
    expect([answer.status, answer.body['message']]).toEqual([422, message]);
  });

  it('names its trip in the body; an invisible one is 404, somebody else’s 403, an old version 409', async () => {
    const claim = await claimOf(server);
    expect((await employee.put('/api/v1/allExpense/update?primaryExpenseType=1', good())).body).toMatchObject({
      code: 'INVALID',
      errors: { tripId: 'tripId is missing.' },
    });
    expect((await update(await server.as('employee2'), claim.tripId, good())).status).toBe(404);
    expect((await update(employee, 'CNV1', good())).status).toBe(404);
    expect((await update(manager, claim.tripId, good())).status).toBe(403);
    expect((await update(employee, claim.tripId, good(), { 'if-match': '"7"' })).body).toMatchObject({
      code: 'VERSION_CONFLICT',
      current: { tripId: claim.tripId },
    });
    expect((await employee.put(`/api/v1/allExpense/update?primaryExpenseType=0&id=${claim.tripId}`, {})).status).toBe(
      404,
    );
    const key = { 'idempotency-key': 'conveyance-edit-1' };
    expect(dataOf(await update(employee, claim.tripId, good(), key))).toEqual(
      dataOf(await update(employee, claim.tripId, good(), key)),
    );
  });

  const MANAGER = ['MANAGER_PENDING', 'MANAGER_APPROVED', 'MANAGER_REJECT'];
  const FINANCE = ['FINANCE_PENDING', 'FINANCE_APPROVED', 'FINANCE_REJECT'];
  const TYPES = ['CAB', 'SELF_CAR', 'SELF_BIKE', 'AUTO', 'BUS'];
  it('CNV-1 in every combination of type and statuses', async () => {
    const claim = await claimOf(server, 'employee', { claimAmount: 400 });
    for (const type of TYPES) {
      for (const manager_status of MANAGER) {
        for (const finance_status of FINANCE) {
          await put(claim.tripId, { type, manager_status, finance_status });
          const open =
            finance_status === 'FINANCE_PENDING' &&
            manager_status !== 'MANAGER_REJECT' &&
            type !== 'SELF_CAR' &&
            type !== 'SELF_BIKE';
          const answer = await update(employee, claim.tripId, good());
          expect([type, manager_status, finance_status, answer.status]).toEqual([
            type,
            manager_status,
            finance_status,
            open ? 200 : 409,
          ]);
          if (!open) expect(answer.body).toMatchObject({ code: 'CONFLICT', current: { tripId: claim.tripId } });
        }
      }
    }
    await put(claim.tripId, {
      type: 'CAB',
      manager_status: 'MANAGER_PENDING',
      finance_status: 'FINANCE_PENDING',
      withdrawn_at: 1,
    });
    expect((await update(employee, claim.tripId, good())).status).toBe(409);
  });

  it('CNV-6 another amount or other bills send an approved one back to the manager, remarks alone do not', async () => {
    const claim = await claimOf(server);
    dataOf(await update(employee, claim.tripId, good()));
    dataOf(await approve(manager, claim.tripId, { managerApprovedAmount: 300, managerRemarks: 'Fine' }));
    expect(dataOf<Conveyance>(await update(employee, claim.tripId, good({ remarks: 'Other words' })))).toMatchObject({
      managerApprovalStatus: 'MANAGER_APPROVED',
      managerApprovedAmount: 300,
      managerRemarks: 'Fine',
    });
    expect(dataOf<Conveyance>(await update(employee, claim.tripId, good({ claimAmount: 200 })))).toMatchObject({
      managerApprovalStatus: 'MANAGER_PENDING',
      managerApprovedAmount: null,
      managerRemarks: null,
      managerApprovalDate: null,
      claimAmount: 200,
    });
    expect(await verifyAudit(server.database.db)).toBeNull();
  });

  it('is not withdrawn by anybody', async () => {
    const claim = await claimOf(server);
    expect((await employee.post(`/api/v1/allExpense/withdraw?primaryExpenseType=1&id=${claim.tripId}`)).status).toBe(
      400,
    );
  });
});

describe('the manager', () => {
  it('MGR-5 MGR-7 decides with the sentences of the kind', async () => {
    const [one, two] = [await claimOf(server), await claimOf(server)];
    expect((await approve(manager, one.tripId, {})).body['message']).toBe('Please Enter Approved Amount');
    expect((await reject(manager, one.tripId, {})).body['message']).toBe('Please enter remark');
    expect((await approve(manager, one.tripId, { managerApprovedAmount: 412.51 })).status).toBe(422);
    expect(dataOf<Conveyance>(await approve(manager, one.tripId, { managerApprovedAmount: 412.5 }))).toMatchObject({
      tripId: one.tripId,
      managerApprovalStatus: 'MANAGER_APPROVED',
      managerApprovedAmount: 412.5,
      distanceTravelled: 18.4,
    });
    expect(dataOf<Conveyance>(await reject(manager, two.tripId))).toMatchObject({
      managerApprovalStatus: 'MANAGER_REJECT',
      managerApprovedAmount: 0,
    });
    expect((await reject(manager, one.tripId)).body).toMatchObject({
      code: 'CONFLICT',
      current: { tripId: one.tripId },
    });
  });

  it('MGR-12 decides many; of an edit and a decision on the same version one is told', async () => {
    const [own, mine] = [await claimOf(server), await claimOf(server, 'manager')];
    const result = dataOf<{ done: string[]; refused: { id: string; code: string }[] }>(
      await bulk(manager, { ids: [own.tripId, mine.tripId], approved: true }),
    );
    expect(result).toMatchObject({ done: [own.tripId], refused: [{ id: mine.tripId, code: 'FORBIDDEN' }] });
    const stored = await server.database.db
      .selectFrom('claims')
      .select(['manager_amount', 'manager_decided_by'])
      .where('id', '=', own.tripId)
      .executeTakeFirstOrThrow();
    expect(stored).toEqual({ manager_amount: 41_250, manager_decided_by: idOf('manager') });
  });

  it('DOC-8 shows another claim with the same bill', async () => {
    const [one, two] = [await claimOf(server), await claimOf(server)];
    const print = await employee.bill('the same bill twice');
    for (const claim of [one, two]) dataOf(await update(employee, claim.tripId, good({ billUrl: [print] })));
    const row = (await found(manager, `&filter=MANAGER_EMAIL:${email('manager')}&pageSize=100`)).results.content.find(
      (claim) => claim.tripId === one.tripId,
    );
    expect(row?.duplicateOf).toEqual([{ id: two.tripId, employeeName: 'Asha Nair', expenseDate: inDays(-2) }]);
  });
});
