import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { searchWaiting } from '#contract/calls/waiting.ts';
import { urlOf } from '#contract/endpoint.ts';
import { conveyance, localExpense, travelExpense } from '#contract/expense.ts';
import type { HistoryRow, PendingRecord } from '#contract/record.ts';
import type { Api } from '#tests/support/api.ts';
import * as rides from '#tests/support/conveyance.ts';
import { history } from '#tests/support/enquiries.ts';
import { dataOf } from '#tests/support/expenses.ts';
import {
  approve,
  bulk,
  CALLS,
  FINANCE_KINDS,
  idOfClaim,
  list,
  reject,
  revive,
  type AnyClaim,
  type FinanceKind,
} from '#tests/support/finance.ts';
import { forgetAll, listed, tell, unread } from '#tests/support/notifications.ts';
import { email, idOf } from '#tests/support/people.ts';
import { NOW, startServer, type TestServer } from '#tests/support/server.ts';

/**
 * What a decision of finance is to others: the claimant's notification, the history, what waits, and the row that
 * finance looks at.
 */

let server: TestServer;
let finance: Api;
let finance2: Api;
beforeAll(async () => {
  server = await startServer({ INTEGRATION_API_KEY: rides.KEY });
  [finance, finance2] = [await server.as('finance'), await server.as('finance2')];
});
afterAll(() => server.close());

const waiting = (kind: FinanceKind, who: 'employee' | 'employee2' = 'employee'): Promise<AnyClaim> =>
  CALLS[kind].approved(server, who, 300, 200);
const KINDS = FINANCE_KINDS.map((kind) => [kind] as const);
const RECORD: Record<FinanceKind, string> = {
  local: 'localExpense',
  travel: 'travelExpense',
  conveyance: 'conveyance',
};

describe.each(KINDS)('after a decision on a claim of kind %s', (kind) => {
  it('NOTE-2 the claimant is told, and nobody else', async () => {
    const [one, two, three] = [await waiting(kind), await waiting(kind), await waiting(kind)].map(idOfClaim) as [
      string,
      string,
      string,
    ];
    await tell(server);
    await forgetAll(server);
    const employee = await server.as('employee');
    const news = async (): Promise<string[]> => {
      await tell(server);
      const told = await unread(employee);
      await forgetAll(server);
      return told;
    };
    dataOf(await approve(finance, kind, one, { financeApprovedAmount: 150 }));
    await tell(server);
    expect((await listed(employee))[0]).toMatchObject({
      kind: 'financeApproved',
      recordKind: RECORD[kind],
      count: 1,
      recordId: one,
      by: 'Kavita Iyer',
      amount: 150,
    });
    for (const who of ['manager', 'finance', 'finance2', 'employee2'] as const)
      expect(await unread(await server.as(who))).toEqual([]);
    expect(await news()).toEqual([`financeApproved ${RECORD[kind]} 1`]);
    dataOf(await reject(finance2, kind, two));
    expect(await news()).toEqual([`financeRejected ${RECORD[kind]} 1`]);
    dataOf(await revive(finance, kind, two));
    expect(await news()).toEqual([`revived ${RECORD[kind]} 1`]);
    dataOf(await bulk(finance, kind, { ids: [two, three], approved: true }));
    expect(await news()).toEqual([`financeApproved ${RECORD[kind]} 2`]);
    // What was refused or answered without data is no news.
    await revive(finance, kind, idOfClaim(await waiting(kind)));
    await approve(finance, kind, one);
    expect((await news()).filter((note) => note.startsWith('finance') || note.startsWith('revived'))).toEqual([]);
  });

  it('AUD-3 it is in the history for everybody who sees the claim, also the decision that was taken back', async () => {
    const id = idOfClaim(await waiting(kind));
    dataOf(await approve(finance, kind, id, { financeApprovedAmount: 120, financeRemarks: 'Within limit' }));
    dataOf(await revive(finance2, kind, id));
    dataOf(await reject(finance2, kind, id, { financeRemarks: 'No bill' }));
    for (const who of ['employee', 'manager', 'finance'] as const) {
      const rows = dataOf<HistoryRow[]>(await history(await server.as(who), id)).slice(0, 3);
      expect(rows.map(({ what, by }) => `${what}, ${by}`)).toEqual([
        'Rejected by finance, Joseph Mathew',
        'Revived by finance, Joseph Mathew',
        'Approved by finance, Kavita Iyer',
      ]);
      const changes = rows.map((row) =>
        Object.fromEntries(row.changes.map(({ field, before, after }) => [field, [before, after]])),
      );
      expect(changes[0]).toMatchObject({ Finance: ['Pending', 'Rejected'], 'Finance remarks': [null, 'No bill'] });
      expect(changes[1]).toMatchObject({
        Finance: ['Approved', 'Pending'],
        'Finance approved': ['₹120.00', null],
        'Finance remarks': ['Within limit', null],
      });
      expect(changes[2]).toMatchObject({
        Finance: ['Pending', 'Approved'],
        'Finance approved': [null, '₹120.00'],
        'Finance remarks': [null, 'Within limit'],
      });
    }
  });

  it('NAV-5 it waits for finance no more, and again once it was revived; one’s own waits for the others', async () => {
    const id = idOfClaim(await waiting(kind));
    const waits = async (api: Api): Promise<boolean> => {
      const answer = await api.get(`${urlOf(searchWaiting)}?pageSize=100`);
      const record = (answer.body['data'] as PendingRecord[]).find(
        (one) => one.kind !== 'trip' && one.as === 'finance' && idOfClaim(one.record) === id,
      );
      return record !== undefined;
    };
    expect(await waits(finance)).toBe(true);
    dataOf(await approve(finance2, kind, id));
    expect(await waits(finance)).toBe(false);
    dataOf(await revive(finance2, kind, id));
    expect(await waits(finance)).toBe(true);
    await server.database.db
      .updateTable('claims')
      .set({ owner_id: idOf('finance') })
      .where('id', '=', id)
      .execute();
    expect([await waits(finance), await waits(finance2)]).toEqual([false, true]);
  });
});

describe('the row that finance reviews', () => {
  const COMMON = {
    employeeCode: 'KH1001',
    employeeName: 'Asha Nair',
    userEmail: email('employee'),
    claimAmount: 300,
    managerApprovedAmount: 200,
    managerApprovalStatus: 'MANAGER_APPROVED',
    managerApprovalDate: NOW,
    financeApprovalStatus: 'FINANCE_APPROVED',
    financeApprovedAmount: 180,
    financeRemarks: 'Ok',
    financeApprovalDate: NOW,
    financeName: 'Kavita Iyer',
    creationDate: NOW,
    claimDate: NOW,
    duplicateOf: [],
  };
  const rowOf = async (kind: FinanceKind): Promise<AnyClaim> => {
    const id = idOfClaim(await waiting(kind));
    dataOf(await approve(finance, kind, id, { financeApprovedAmount: 180, financeRemarks: 'Ok' }));
    const row = (
      await list(finance2, kind, '&pageSize=100&filter=MANAGER_APPROVAL_STATUS:0&filter=FINANCE_APPROVAL_STATUS:0')
    ).results.content.find((one) => idOfClaim(one) === id);
    if (!row) throw new Error(`${id} is not there`);
    return row;
  };

  it('FIN-12 has everything of a local expense', async () => {
    expect(localExpense.parse(await rowOf('local'))).toMatchObject({
      ...COMMON,
      expenseId: expect.stringMatching(/^EXP/),
      localExpenseType: 'OTHERS',
      expenseDate: expect.any(Number),
      remarks: 'Taxi to the client',
      managerRemarks: null,
      billUrl: [{ type: 'application/pdf' }],
      managerName: 'Ravi Menon',
    });
  });

  it('FIN-12 has everything of a travel claim, its trip’s too', async () => {
    expect(travelExpense.parse(await rowOf('travel'))).toMatchObject({
      ...COMMON,
      expenseId: expect.stringMatching(/^EXP/),
      tripId: expect.stringMatching(/^TRP/),
      travelExpenseType: 'CONVEYANCE',
      startDate: expect.any(Number),
      endDate: expect.any(Number),
      fromLocation: 'Bengaluru',
      travelLocation: 'Chennai',
      baseLocation: null,
      billUrl: [{ type: 'application/pdf' }],
    });
  });

  it('FIN-12 has everything of a ride', async () => {
    expect(conveyance.parse(await rowOf('conveyance'))).toMatchObject({
      ...COMMON,
      tripId: expect.stringMatching(/^CNV/),
      travelDate: expect.any(Number),
      fromLocation: 'Indiranagar',
      toLocation: 'Peenya',
      clientName: 'Kaveri Foods',
      conveyanceType: 'CAB',
      distanceTravelled: 18.4,
      reimbursementLimit: null,
      billUrl: [],
    });
  });

  it('FIN-7 has an empty name where nobody knows who decided', async () => {
    const row = await rowOf('local');
    await server.database.db
      .updateTable('claims')
      .set({ finance_decided_by: null })
      .where('id', '=', idOfClaim(row))
      .execute();
    const again = (await list(finance, 'local', '&pageSize=100&filter=FINANCE_APPROVAL_STATUS:0')).results.content.find(
      (one) => idOfClaim(one) === idOfClaim(row),
    );
    expect(again).toMatchObject({ financeApprovalStatus: 'FINANCE_APPROVED', financeName: null });
  });

  it('LIST-3 in the order of employee codes when asked, each newest first', async () => {
    for (const who of ['employee2', 'employee', 'employee2'] as const) {
      server.clock.now += 1_000;
      await waiting('local', who);
    }
    const rows = (await list(finance, 'local', '&pageSize=100&sort=EMPLOYEE_CODE')).results.content;
    const keys = rows.map((row) => `${row.employeeCode} ${String(9e15 - row.creationDate)}`);
    expect(keys).toEqual(keys.toSorted());
    expect(new Set(rows.map((row) => row.employeeCode)).size).toBe(3);
  });
});
