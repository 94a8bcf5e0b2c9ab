import type { Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MESSAGES } from '#contract/error.ts';
import { localExpense } from '#contract/expense.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { verifyAudit } from '#server/platform/audit/audit.ts';
import type { Api } from '#tests/support/api.ts';
import { approve, dataOf, expenseBody, file, own, reject, update } from '#tests/support/expenses.ts';
import { email, idOf } from '#tests/support/people.ts';
import { NOW, startServer, type TestServer } from '#tests/support/server.ts';
import { unlocked } from '#tests/support/unlocked.ts';

let server: TestServer;
let employee: Api;
let manager: Api;
let director: Api;
beforeAll(async () => {
  server = await startServer();
  [employee, manager, director] = [
    await server.as('employee'),
    await server.as('manager'),
    await server.as('director'),
  ];
});
afterAll(() => server.close());

describe('one decision', () => {
  it('the manager approves an amount, with the date, the name and a new version', async () => {
    const claim = await file(employee, { claimAmount: 500 });
    const answer = await manager.post(
      `/api/v1/allExpense/manager-approve/?email=${email('manager')}&id=${claim.expenseId}&primaryExpenseType=0`,
      { managerApprovedAmount: '400.50', managerRemarks: 'Partly' },
      { 'if-match': '"1"' },
    );
    const decided = localExpense.parse(dataOf(answer));
    expect(decided).toMatchObject({
      managerApprovalStatus: 'MANAGER_APPROVED',
      managerApprovedAmount: 400.5,
      managerRemarks: 'Partly',
      managerApprovalDate: NOW,
      managerName: 'Ravi Menon',
      decidedBy: null,
      version: 2,
      financeApprovalStatus: 'FINANCE_PENDING',
    });
    expect(await own(employee, claim.expenseId)).toEqual(decided);
  });

  it('the manager rejects with a remark; the amount is 0, whatever came with it', async () => {
    const claim = await file(employee);
    const decided = dataOf(
      await reject(manager, claim.expenseId, { managerRemarks: 'No bill', managerApprovedAmount: 99 }),
    );
    expect(decided).toMatchObject({
      managerApprovalStatus: 'MANAGER_REJECT',
      managerApprovedAmount: 0,
      managerRemarks: 'No bill',
    });
  });

  it.each<[string, 'approve' | 'reject', unknown, string, string]>([
    ['without an amount', 'approve', {}, 'managerApprovedAmount', 'Please Enter Approved Amount'],
    [
      'with an empty amount',
      'approve',
      { managerApprovedAmount: '' },
      'managerApprovedAmount',
      'Please Enter Approved Amount',
    ],
    [
      'above the claim',
      'approve',
      { managerApprovedAmount: 450.51 },
      'managerApprovedAmount',
      'Approved amount cannot be more than the claim amount',
    ],
    ['with nothing', 'approve', null, 'managerApprovedAmount', 'Please Enter Approved Amount'],
    ['without a remark', 'reject', {}, 'managerRemarks', 'Please enter manager remark'],
    ['with an empty remark', 'reject', { managerRemarks: '  ' }, 'managerRemarks', 'Please enter manager remark'],
  ])('%s: refused in the owner’s words', async (_name, way, body, field, message) => {
    const claim = await file(employee);
    const answer = await (way === 'approve' ? approve : reject)(manager, claim.expenseId, body);
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({ code: 'INVALID', message, errors: { [field]: message } });
    expect((await own(employee, claim.expenseId)).version).toBe(1);
  });

  it.each([['0'], ['-5'], ['NaN'], ['1e3'], ['12.345'], [Number.MAX_SAFE_INTEGER], [[1]]])(
    'Z33 the approved amount %j is refused',
    async (managerApprovedAmount) => {
      const claim = await file(employee);
      expect((await approve(manager, claim.expenseId, { managerApprovedAmount })).status).toBe(422);
    },
  );

  it('A3 decided once: every further decision is 409 with the record as it is, said before its fields', async () => {
    const claim = await file(employee);
    dataOf(await approve(manager, claim.expenseId));
    for (const answer of [
      await approve(manager, claim.expenseId, {}),
      await reject(manager, claim.expenseId, {}),
      await reject(manager, claim.expenseId, { managerRemarks: 'x' }, { 'if-match': '"2"' }),
    ]) {
      expect([answer.status, answer.body['code']]).toEqual([409, 'CONFLICT']);
      expect(answer.body['current']).toMatchObject({ managerApprovalStatus: 'MANAGER_APPROVED', version: 2 });
    }
  });

  it('A2 no decision on what was not seen: after an edit it is 409 VERSION_CONFLICT with the new record', async () => {
    const claim = await file(employee);
    dataOf(
      await update(employee, claim.expenseId, expenseBody(claim.billUrl[0]?.fingerPrint ?? '', { claimAmount: 9999 })),
    );
    const answer = await approve(manager, claim.expenseId, { managerApprovedAmount: 450.5 }, { 'if-match': '"1"' });
    expect([answer.status, answer.body['code']]).toEqual([409, 'VERSION_CONFLICT']);
    expect(answer.body['current']).toMatchObject({
      claimAmount: 9999,
      version: 2,
      managerApprovalStatus: 'MANAGER_PENDING',
    });
  });

  it('Z22 nobody decides their own, in whatever role: 403 before anything else', async () => {
    const ofManager = await file(manager);
    for (const answer of [
      await approve(manager, ofManager.expenseId),
      await reject(manager, ofManager.expenseId, {}),
    ]) {
      expect(answer.status).toBe(403);
      expect(answer.body['message']).toBe(MESSAGES.ownRequest);
    }
    const finance = await server.as('finance');
    const ofFinance = await file(finance);
    expect((await approve(finance, ofFinance.expenseId)).body['message']).toBe(MESSAGES.ownRequest);
    await server.database.db
      .updateTable('claims')
      .set({ manager_id: idOf('manager') })
      .where('id', '=', ofManager.expenseId)
      .execute();
    expect((await approve(manager, ofManager.expenseId)).body['message']).toBe(MESSAGES.ownRequest);
  });

  it('Z17 Z18 in nobody else’s name and of nobody else’s people', async () => {
    const claim = await file(employee);
    expect(
      (
        await manager.post(
          `/api/v1/allExpense/manager-approve/?email=${email('director')}&id=${claim.expenseId}&primaryExpenseType=0`,
          { managerApprovedAmount: 1 },
        )
      ).status,
    ).toBe(403);
    for (const who of ['manager2', 'employee2', 'admin', 'finance', 'campaign-user'] as const) {
      const answer = await approve(await server.as(who), claim.expenseId);
      expect([who, answer.status]).toEqual([who, 404]);
      expect(answer.body).toEqual((await approve(await server.as(who), 'EXP00000000000000000000')).body);
    }
    expect((await approve(director, claim.expenseId)).body).toMatchObject({ code: 'FORBIDDEN' });
    expect((await own(employee, claim.expenseId)).version).toBe(1);
  });

  it('a manager’s manager sees it, but the manager on record decides, also after a change of managers', async () => {
    const claim = await file(employee);
    await server.database.db
      .updateTable('people')
      .set({ manager_id: idOf('manager2') })
      .where('id', '=', idOf('employee'))
      .execute();
    expect((await approve(await server.as('manager2'), claim.expenseId)).status).toBe(403);
    expect((await approve(manager, claim.expenseId)).status).toBe(200);
    await server.database.db
      .updateTable('people')
      .set({ manager_id: idOf('manager') })
      .where('id', '=', idOf('employee'))
      .execute();
  });

  it('a withdrawn claim is decided by nobody', async () => {
    const claim = await file(employee);
    await server.database.db
      .updateTable('claims')
      .set({ withdrawn_at: NOW })
      .where('id', '=', claim.expenseId)
      .execute();
    expect((await approve(manager, claim.expenseId)).body).toMatchObject({
      code: 'CONFLICT',
      message: 'This request was withdrawn.',
    });
  });
});

describe('the audit log', () => {
  it('A5 one row for each change, in a chain that verifies', async () => {
    const claim = await file(employee);
    const print = claim.billUrl[0]?.fingerPrint ?? '';
    dataOf(
      await update(employee, claim.expenseId, expenseBody(print, { remarks: 'clearer' }), { 'user-agent': 'phone' }),
    );
    await update(employee, claim.expenseId, {});
    dataOf(
      await approve(
        manager,
        claim.expenseId,
        { managerApprovedAmount: 10 },
        { 'idempotency-key': 'key-of-the-approval' },
      ),
    );
    const rows = await server.database.db
      .selectFrom('audit_log')
      .selectAll()
      .where('record_id', '=', claim.expenseId)
      .orderBy('version')
      .execute();
    expect(rows.map((row) => [row.version, row.action, row.actor_id])).toEqual([
      [1, 'create', idOf('employee')],
      [2, 'edit', idOf('employee')],
      [3, 'manager-approve', idOf('manager')],
    ]);
    expect(rows[1]).toMatchObject({
      before: { remarks: 'Taxi to the client' },
      after: { remarks: 'clearer' },
      origin: expect.stringContaining('phone'),
    });
    expect(rows[2]).toMatchObject({ request_key: 'key-of-the-approval', after: { managerAmount: 1000 } });
    expect(await verifyAudit(server.database.db)).toBeNull();
  });

  it.each<[string, (tx: Kysely<Tables>, id: string) => Promise<unknown>, string]>([
    [
      'changed',
      (tx, id) =>
        tx
          .updateTable('audit_log')
          .set({ actor_id: idOf('director') })
          .where('record_id', '=', id)
          .where('version', '=', 1)
          .execute(),
      'changed',
    ],
    [
      'taken out',
      (tx, id) => tx.deleteFrom('audit_log').where('record_id', '=', id).where('version', '=', 2).execute(),
      'a row before it is missing',
    ],
    [
      'cut off at the head',
      (tx, id) => tx.deleteFrom('audit_log').where('record_id', '=', id).where('version', '=', 1).execute(),
      'a row before it is missing',
    ],
    [
      'cut off at the tail',
      (tx, id) => tx.deleteFrom('audit_log').where('record_id', '=', id).where('version', '=', 3).execute(),
      'the rows after it are missing',
    ],
  ])('Z68 a row %s is found', async (_name, spoil, reason) => {
    const claim = await file(employee);
    dataOf(await update(employee, claim.expenseId, expenseBody(claim.billUrl[0]?.fingerPrint ?? '')));
    dataOf(await approve(manager, claim.expenseId));
    const before = await server.database.db
      .selectFrom('audit_log')
      .selectAll()
      .where('record_id', '=', claim.expenseId)
      .execute();
    await unlocked(server.database.db, (tx) => spoil(tx, claim.expenseId));
    expect(await verifyAudit(server.database.db)).toMatchObject({ recordId: claim.expenseId, reason });
    await unlocked(server.database.db, (tx) =>
      tx.deleteFrom('audit_log').where('record_id', '=', claim.expenseId).execute(),
    );
    await server.database.db
      .insertInto('audit_log')
      .values(
        before.map(({ id: _id, before: was, after, ...row }) => ({
          ...row,
          before: was && JSON.stringify(was),
          after: after && JSON.stringify(after),
        })),
      )
      .execute();
    expect(await verifyAudit(server.database.db)).toBeNull();
  });
});
