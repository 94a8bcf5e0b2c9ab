import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FINANCE_STATUSES } from '#contract/enums.ts';
import type { LocalExpense } from '#contract/expense.ts';
import { urlOf } from '#contract/endpoint.ts';
import { withdrawLocalExpense } from '#contract/calls/localExpenses.ts';
import { localExpenseCan } from '#domain/claimState.ts';
import { travelExpenseCan } from '#domain/travelExpense.ts';
import { verifyAudit } from '#server/platform/audit/audit.ts';
import type { Answer, Api } from '#tests/support/api.ts';
import { approve, bulk, dataOf, expenseBody, file, found, update } from '#tests/support/expenses.ts';
import { email } from '#tests/support/people.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';
import * as travel from '#tests/support/travelClaims.ts';

/** What owners may do with claims that are still theirs, over every state; and what a withdrawal leaves behind. */

let server: TestServer;
let employee: Api;
let manager: Api;
let bill: string;
beforeAll(async () => {
  server = await startServer();
  [employee, manager] = [await server.as('employee'), await server.as('manager')];
  bill = await employee.bill('the bill');
});
afterAll(() => server.close());

const withdraw = (api: Api, id: string, headers: Record<string, string> = {}): Promise<Answer> =>
  api.post(urlOf(withdrawLocalExpense, { query: { id } }), undefined, headers);
const put = (id: string, columns: Record<string, unknown>) =>
  server.database.db.updateTable('claims').set(columns).where('id', '=', id).execute();
const claimStatuses = ['MANAGER_PENDING', 'MANAGER_APPROVED', 'MANAGER_REJECT'] as const;

describe('every state', () => {
  it('LOC-11 LOC-25 TRV-4 server and rule say the same of each, for local expenses and travel claims', async () => {
    const trip = await travel.goneTrip(server);
    const kinds = [
      {
        can: localExpenseCan,
        make: () => file(employee),
        edit: (id: string) => update(employee, id, expenseBody(bill)),
        leave: (id: string) => withdraw(employee, id),
      },
      {
        can: travelExpenseCan,
        make: () => travel.file(employee, trip),
        edit: (id: string) => travel.update(employee, id, travel.travelBody(bill)),
        leave: (id: string) => travel.withdraw(employee, id),
      },
    ];
    for (const { can, make, edit, leave } of kinds) {
      const { expenseId } = await make();
      for (const manager_status of claimStatuses) {
        for (const finance_status of FINANCE_STATUSES) {
          for (const withdrawn of [false, true]) {
            const state = { managerApprovalStatus: manager_status, withdrawn };
            for (const [verdict, run] of [
              [can.edit(state), edit],
              [can.withdraw(state), leave],
            ] as const) {
              await put(expenseId, { manager_status, finance_status, withdrawn_at: withdrawn ? 1 : null });
              const answer = await run(expenseId);
              expect([manager_status, finance_status, withdrawn, answer.status]).toEqual([
                manager_status,
                finance_status,
                withdrawn,
                verdict.ok ? 200 : 409,
              ]);
              expect(verdict.ok).toBe(manager_status === 'MANAGER_PENDING' && !withdrawn);
              if (!verdict.ok)
                expect(answer.body).toMatchObject({
                  code: 'CONFLICT',
                  message: verdict.message,
                  current: { expenseId },
                });
            }
          }
        }
      }
    }
  });
});

describe('withdrawing', () => {
  it('LOC-25 answers the claim, and it leaves every queue and every list but its owner’s', async () => {
    const claim = await file(employee);
    const queue = `&filter=MANAGER_EMAIL:${email('manager')}&pageSize=100`;
    const before = await found(manager, queue);
    const after = dataOf<LocalExpense>(await withdraw(employee, claim.expenseId, { 'if-match': '"1"' }));
    expect(after).toEqual({ ...claim, withdrawn: true, version: 2 });
    expect((await found(manager, queue)).results.totalElements).toBe(before.results.totalElements - 1);
    for (const [api, query] of [
      [manager, queue],
      [await server.as('director'), `&filter=USER_EMAIL:${email('employee')}&pageSize=100`],
    ] as const) {
      const { content, totalElements } = (await found(api, query)).results;
      expect(content.map((row) => row.expenseId)).not.toContain(claim.expenseId);
      expect(content).toHaveLength(totalElements);
    }
    const { content: mine, totalElements: all } = (await found(employee, '&pageSize=100')).results;
    expect([mine.length, mine.find((row) => row.expenseId === claim.expenseId)]).toEqual([all, after]);
    expect((await approve(manager, claim.expenseId)).body).toMatchObject({
      code: 'CONFLICT',
      message: 'This request was withdrawn.',
    });
    expect(
      dataOf<{ refused: { code: string }[] }>(await bulk(manager, { ids: [claim.expenseId], approved: true })).refused,
    ).toMatchObject([{ code: 'CONFLICT' }]);
    const log = await server.database.db
      .selectFrom('audit_log')
      .select(['version', 'action', 'before', 'after'])
      .where('record_id', '=', claim.expenseId)
      .orderBy('version')
      .execute();
    expect(log[1]).toMatchObject({
      version: 2,
      action: 'withdraw',
      before: { withdrawn: false },
      after: { withdrawn: true },
    });
    expect(await verifyAudit(server.database.db)).toBeNull();
  });

  it('LOC-17 WIRE-8 is done once for its key, on the version it was made on, by its owner', async () => {
    const claim = await file(employee);
    expect((await withdraw(await server.as('employee2'), claim.expenseId)).status).toBe(404);
    expect((await withdraw(manager, claim.expenseId)).status).toBe(403);
    expect((await withdraw(employee, claim.expenseId, { 'if-match': '"5"' })).body).toMatchObject({
      code: 'VERSION_CONFLICT',
      current: { version: 1 },
    });
    const headers = { 'idempotency-key': 'withdrawal-1', 'if-match': '"1"' };
    const [first, again] = [
      await withdraw(employee, claim.expenseId, headers),
      await withdraw(employee, claim.expenseId, headers),
    ];
    expect([first.status, again.text, again.headers.get('idempotency-replayed')]).toEqual([200, first.text, 'true']);
    expect((await withdraw(employee, claim.expenseId)).body['message']).toBe('This expense was withdrawn');
    expect((await employee.post('/api/v1/allExpense/withdraw?primaryExpenseType=2&id=' + claim.expenseId)).status).toBe(
      404,
    );
  });

  it('Z32 of a withdrawal and a decision at once one wins', async () => {
    for (let i = 0; i < 10; i += 1) {
      const claim = await file(employee);
      const [left, decided] = await Promise.all([
        withdraw(employee, claim.expenseId),
        approve(manager, claim.expenseId),
      ]);
      expect([left.status, decided.status].toSorted()).toEqual([200, 409]);
    }
  });
});
