import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { localExpense } from '#contract/expense.ts';
import type { Api } from '#tests/support/api.ts';
import { approve, create, dataOf, DAY, expenseBody, file, own, update } from '#tests/support/expenses.ts';
import { NOW, startServer, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
let employee: Api;
let other: Api;
let manager: Api;
let bill: string;
beforeAll(async () => {
  server = await startServer();
  [employee, other, manager] = [await server.as('employee'), await server.as('employee2'), await server.as('manager')];
  bill = await employee.bill('the bill');
});
afterAll(() => server.close());

describe('changing one', () => {
  it('everything that filing sets, with a new version', async () => {
    const claim = await file(employee);
    const second = await employee.bill('another bill');
    const changed = dataOf(
      await update(
        employee,
        claim.expenseId,
        expenseBody(second, {
          localExpenseType: 'MOBILE_BILL',
          claimAmount: '1,200',
          remarks: 'Phone',
          expenseDate: NOW - 3 * DAY,
        }),
        { 'if-match': '"1"' },
      ),
    );
    expect(localExpense.parse(changed)).toMatchObject({
      expenseId: claim.expenseId,
      localExpenseType: 'MOBILE_BILL',
      claimAmount: 1200,
      remarks: 'Phone',
      version: 2,
      createdAt: claim.createdAt,
    });
    expect(changed.billUrl.map((item) => item.fingerPrint)).toEqual([second]);
    expect(await own(employee, claim.expenseId)).toEqual(changed);
  });

  it('LOC-17 A2 made on an older version: 409 with the record as it stands, and nothing is overwritten', async () => {
    const claim = await file(employee);
    const bills = claim.billUrl[0]?.fingerPrint ?? '';
    dataOf(await update(employee, claim.expenseId, expenseBody(bills, { remarks: 'first' }), { 'if-match': '"1"' }));
    const answer = await update(employee, claim.expenseId, expenseBody(bills, { remarks: 'second' }), {
      'if-match': '"1"',
    });
    expect([answer.status, answer.body['code']]).toEqual([409, 'VERSION_CONFLICT']);
    expect(answer.body['current']).toMatchObject({ remarks: 'first', version: 2 });
    expect((await own(employee, claim.expenseId)).remarks).toBe('first');
    expect((await update(employee, claim.expenseId, expenseBody(bills), { 'if-match': 'soon' })).body).toMatchObject({
      code: 'MALFORMED',
    });
  });

  it('LOC-11 not once the manager has decided: 409 with the record, said before its fields', async () => {
    const claim = await file(employee);
    dataOf(await approve(manager, claim.expenseId));
    const answer = await update(employee, claim.expenseId, {});
    expect([answer.status, answer.body['code']]).toEqual([409, 'CONFLICT']);
    expect(answer.body['current']).toMatchObject({ version: 2 });
    const versioned = await update(employee, claim.expenseId, {}, { 'if-match': '"1"' });
    expect(versioned.body['code']).toBe('VERSION_CONFLICT');
  });

  it('its date may stay, however old it has grown', async () => {
    const claim = await file(employee, { expenseDate: NOW - 90 * DAY });
    const print = claim.billUrl[0]?.fingerPrint ?? '';
    server.clock.now = NOW + 10 * DAY;
    try {
      expect(
        (
          await update(
            employee,
            claim.expenseId,
            expenseBody(print, { expenseDate: claim.expenseDate, remarks: 'later' }),
          )
        ).status,
      ).toBe(200);
      expect(
        (await update(employee, claim.expenseId, expenseBody(print, { expenseDate: claim.expenseDate - DAY }))).status,
      ).toBe(422);
    } finally {
      server.clock.now = NOW;
    }
  });

  it('ACC-13 LOC-23 Z18 another’s: 404 to who may not see it, 403 to who may', async () => {
    const claim = await file(employee);
    const print = claim.billUrl[0]?.fingerPrint ?? '';
    expect((await update(other, claim.expenseId, expenseBody(print))).status).toBe(404);
    expect((await update(other, 'EXP00000000000000000000', expenseBody(print))).status).toBe(404);
    expect((await update(manager, claim.expenseId, expenseBody(print))).status).toBe(403);
    expect((await update(await server.as('director'), claim.expenseId, expenseBody(print))).status).toBe(403);
    expect((await own(employee, claim.expenseId)).version).toBe(1);
  });

  it('keeps a bill it already carries, even one that another person uploaded', async () => {
    const claim = await file(employee);
    const print = claim.billUrl[0]?.fingerPrint ?? '';
    await server.database.db.deleteFrom('file_owners').where('file_hash', '=', print).execute();
    expect((await update(employee, claim.expenseId, expenseBody(print, { remarks: 'kept' }))).status).toBe(200);
    expect((await create(employee, expenseBody(print))).body['code']).toBe('FILE_GONE');
  });

  it('Z37 an id of SQL is simply not there', async () => {
    expect((await update(employee, "' or '1'='1", expenseBody(bill))).status).toBe(404);
    expect(
      (await employee.put('/api/v1/allExpense/update?primaryExpenseType=0', expenseBody(bill))).body,
    ).toMatchObject({ code: 'MALFORMED', errors: { id: expect.any(String) } });
  });
});
