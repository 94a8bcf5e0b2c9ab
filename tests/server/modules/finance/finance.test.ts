import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MESSAGES } from '#contract/error.ts';
import { conveyance, localExpense, travelExpense } from '#contract/expense.ts';
import type { Api } from '#tests/support/api.ts';
import * as rides from '#tests/support/conveyance.ts';
import { dataOf } from '#tests/support/expenses.ts';
import { approve, CALLS, idOfClaim, list, reject, revive, type FinanceKind } from '#tests/support/finance.ts';
import { email, idOf, setRoles } from '#tests/support/people.ts';
import { NOW, startServer, type TestServer } from '#tests/support/server.ts';
import { claimsAt, MANAGERS, ofKind, WHOLE } from './financeFixtures.ts';

let server: TestServer;
let finance: Api;
let finance2: Api;
beforeAll(async () => {
  server = await startServer({ INTEGRATION_API_KEY: rides.KEY });
  [finance, finance2] = [await server.as('finance'), await server.as('finance2')];
});
afterAll(() => server.close());

const SHAPES = { local: localExpense, travel: travelExpense, conveyance };

const { waiting, idOfWaiting, put, stored } = claimsAt(() => server);
const approvalOf = (kind: FinanceKind): string =>
  `${CALLS[kind].approve.path}?primaryExpenseType=${CALLS[kind].approve.fixed.primaryExpenseType}`;

describe.each(ofKind)('one decision of finance on a claim of kind %s', (kind) => {
  it('FIN-2 approved without an amount: the whole one, with the date, the name and a new version', async () => {
    const claim = await waiting(kind);
    const decided = SHAPES[kind].parse(
      dataOf(
        await finance.post(
          `${approvalOf(kind)}&id=${idOfClaim(claim)}&email=${email('finance')}`,
          { financeRemarks: null, financeApprovedAmount: null },
          { 'if-match': `"${claim.version}"` },
        ),
      ),
    );
    expect(decided).toMatchObject({
      financeApprovalStatus: 'FINANCE_APPROVED',
      financeApprovedAmount: WHOLE[kind],
      financeRemarks: null,
      financeApprovalDate: NOW,
      financeName: 'Kavita Iyer',
      version: claim.version + 1,
      managerApprovedAmount: MANAGERS,
    });
    expect(
      (await list(await server.as('employee'), kind, '&pageSize=100')).results.content.find(
        (one) => idOfClaim(one) === idOfClaim(claim),
      ),
    ).toEqual(decided);
  });

  it('FIN-3 part of it may be approved, and no more than the whole', async () => {
    const id = await idOfWaiting(kind);
    const over = await approve(finance, kind, id, { financeApprovedAmount: WHOLE[kind] + 0.01 });
    expect([over.status, over.body['message']]).toEqual([
      422,
      kind === 'conveyance'
        ? 'Approved amount cannot be more than the claim amount'
        : 'Approved amount cannot be more than the manager approved',
    ]);
    expect(
      dataOf(await approve(finance, kind, id, { financeApprovedAmount: '150.75', financeRemarks: ' Only this ' })),
    ).toMatchObject({ financeApprovedAmount: 150.75, financeRemarks: 'Only this' });
  });

  it('FIN-1 rejected: with a remark only, and of nothing, whatever amount came with it', async () => {
    const id = await idOfWaiting(kind);
    for (const financeRemarks of [undefined, null, '', ' \n ']) {
      const refusal = await reject(finance, kind, id, { financeRemarks });
      expect([refusal.status, refusal.body]).toEqual([
        422,
        {
          success: false,
          code: 'INVALID',
          message: 'Please add remark',
          errors: { financeRemarks: 'Please add remark' },
        },
      ]);
    }
    expect(
      dataOf(await reject(finance, kind, id, { financeRemarks: 'Not ours', financeApprovedAmount: 99 })),
    ).toMatchObject({ financeApprovalStatus: 'FINANCE_REJECT', financeApprovedAmount: 0, financeRemarks: 'Not ours' });
  });

  it('A3 decided once: every further decision is 409 with the record as it is, said before its fields', async () => {
    const claim = await waiting(kind);
    const id = idOfClaim(claim);
    dataOf(await approve(finance, kind, id));
    for (const answer of [
      await approve(finance2, kind, id, { financeApprovedAmount: -1 }),
      await reject(finance2, kind, id, {}),
      await reject(finance, kind, id),
    ]) {
      expect([answer.status, answer.body['code'], answer.body['message']]).toEqual([
        409,
        'CONFLICT',
        'This request was already decided.',
      ]);
      expect(SHAPES[kind].parse(answer.body['current'])).toMatchObject({
        financeApprovalStatus: 'FINANCE_APPROVED',
        version: claim.version + 1,
      });
    }
  });

  it('A2 nothing is decided that was not seen: another version is 409 with the record, before its state', async () => {
    const claim = await waiting(kind);
    const id = idOfClaim(claim);
    const stale = await approve(finance, kind, id, {}, { 'if-match': `"${claim.version - 1}"` });
    expect([stale.status, stale.body['code']]).toEqual([409, 'VERSION_CONFLICT']);
    expect(stale.body['current']).toMatchObject({ version: claim.version });
    dataOf(await approve(finance, kind, id));
    expect((await approve(finance2, kind, id, {}, { 'if-match': `"${claim.version}"` })).body['code']).toBe(
      'VERSION_CONFLICT',
    );
  });

  it('ACC-6 Z22 nobody decides or revives their own, not even in finance; only finance decides anything', async () => {
    const id = await idOfWaiting(kind);
    await put(id, { owner_id: idOf('finance') });
    const tried = [
      await approve(finance, kind, id),
      await reject(finance, kind, id, {}),
      await revive(finance, kind, id),
    ];
    for (const answer of tried) expect([answer.status, answer.body['message']]).toEqual([403, MESSAGES.ownRequest]);
    expect(dataOf(await approve(finance2, kind, id))).toMatchObject({ financeName: 'Joseph Mathew' });

    const other = await idOfWaiting(kind);
    const manager = await server.as('manager');
    for (const answer of [
      await approve(manager, kind, other),
      await reject(manager, kind, other),
      await revive(manager, kind, other),
    ])
      expect([answer.status, answer.body['message']]).toEqual([403, MESSAGES.forbidden]);
    expect((await approve(await server.as('admin'), kind, other)).status).toBe(404);
    expect((await stored(other)).version).toBe(2);
  });

  it('Z17 in the name of somebody else: 403, whether by email or financeMailId', async () => {
    const id = await idOfWaiting(kind);
    expect((await finance.post(`${approvalOf(kind)}&id=${id}&email=${email('finance2')}`, {})).status).toBe(403);
    expect((await revive(finance, kind, id, {}, email('finance2'))).status).toBe(403);
  });

  it('LIST-12 finance sees only what a manager approved, in its list and by id', async () => {
    const id = await idOfWaiting(kind);
    for (const manager_status of ['MANAGER_PENDING', 'MANAGER_REJECT'] as const) {
      await put(id, { manager_status });
      expect((await list(finance, kind, '&pageSize=100')).results.content.map(idOfClaim)).not.toContain(id);
      expect((await approve(finance, kind, id)).status).toBe(404);
      // Who is the line above besides sees it, and is told why it cannot be decided.
      await setRoles(server.database.db, 'director', ['manager', 'finance']);
      const answer = await approve(await server.as('director'), kind, id);
      expect([answer.status, answer.body['message']]).toEqual([409, 'This request is not approved by the manager.']);
      await setRoles(server.database.db, 'director', ['manager']);
    }
  });

  it('a withdrawn claim is decided by nobody', async () => {
    const id = await idOfWaiting(kind);
    await put(id, { withdrawn_at: NOW });
    expect((await approve(finance, kind, id)).body).toMatchObject({
      code: 'CONFLICT',
      message: 'This request was withdrawn.',
    });
  });
});

describe.each(ofKind)('reviving a claim of kind %s', (kind) => {
  it.each([
    ['approved', true],
    ['rejected', false],
  ] as const)('FIN-5 one that was %s waits for finance again, and can be decided again', async (_name, approved) => {
    const claim = await waiting(kind);
    const id = idOfClaim(claim);
    dataOf(await (approved ? approve : reject)(finance, kind, id));
    const revived = SHAPES[kind].parse(dataOf(await revive(finance2, kind, id, {}, email('finance2'))));
    expect(revived).toEqual({ ...SHAPES[kind].parse(claim), version: claim.version + 2, updatedAt: NOW });
    expect(
      (await list(finance, kind, '&pageSize=100&filter=FINANCE_APPROVAL_STATUS:1')).results.content.map(idOfClaim),
    ).toContain(id);
    dataOf(await reject(finance, kind, id));
    const log = await server.database.db
      .selectFrom('audit_log')
      .selectAll()
      .where('record_id', '=', id)
      .orderBy('version')
      .execute();
    expect(
      log
        .slice(-3)
        .map((row) => [row.action, row.actor_id, row.before?.['financeStatus'], row.after?.['financeStatus']]),
    ).toEqual([
      [
        approved ? 'finance-approve' : 'finance-reject',
        idOf('finance'),
        'FINANCE_PENDING',
        approved ? 'FINANCE_APPROVED' : 'FINANCE_REJECT',
      ],
      ['revive', idOf('finance2'), approved ? 'FINANCE_APPROVED' : 'FINANCE_REJECT', 'FINANCE_PENDING'],
      ['finance-reject', idOf('finance'), 'FINANCE_PENDING', 'FINANCE_REJECT'],
    ]);
  });

  it('FIN-5 what is still pending, paid or withdrawn: an answer without data, and nothing changes', async () => {
    const id = await idOfWaiting(kind);
    const tell = async () => [
      (await revive(finance, kind, id, { 'idempotency-key': `revive-${id}` })).text,
      (await stored(id)).version,
    ];
    expect(await tell()).toEqual(['{"success":true,"data":null}', 2]);
    dataOf(await approve(finance, kind, id));
    await put(id, { paid_on: '2026-07-01', paid_amount: 100 });
    expect(await tell()).toEqual(['{"success":true,"data":null}', 3]);
    await put(id, { paid_on: null, paid_amount: null, withdrawn_at: NOW });
    expect(await tell()).toEqual(['{"success":true,"data":null}', 3]);
    // It was kept under no key: once nothing stands against it, the same request revives it.
    await put(id, { withdrawn_at: null });
    expect(dataOf(await revive(finance, kind, id, { 'idempotency-key': `revive-${id}` }))).toMatchObject({
      version: 4,
    });
  });

  it('A2 another version is 409, and the answer to a key is given once more', async () => {
    const claim = await waiting(kind);
    const id = idOfClaim(claim);
    dataOf(await approve(finance, kind, id));
    expect((await revive(finance, kind, id, { 'if-match': `"${claim.version}"` })).body['code']).toBe(
      'VERSION_CONFLICT',
    );
    const headers = { 'if-match': `"${claim.version + 1}"`, 'idempotency-key': `again-${id}` };
    const first = await revive(finance, kind, id, headers);
    expect(dataOf(first)).toMatchObject({ financeApprovalStatus: 'FINANCE_PENDING' });
    const second = await revive(finance, kind, id, headers);
    expect([second.text, second.headers.get('idempotency-replayed')]).toEqual([first.text, 'true']);
  });
});

describe('reviving food (FOOD-2)', () => {
  it('FIN-5 FOOD-2 a rejected meal is not revived once its day is eaten up', async () => {
    const meal = async (claimAmount: number): Promise<string> => {
      const id = idOfClaim(await CALLS.travel.approved(server, 'employee2', claimAmount, claimAmount));
      await put(id, { type: 'FOOD' });
      return id;
    };
    const refused = await meal(500);
    dataOf(await reject(finance, 'travel', refused));
    const eaten = await meal(400);
    const answer = await revive(finance, 'travel', refused);
    expect([answer.status, answer.body['message']]).toEqual([422, 'Food claim amount is more then 750']);
    dataOf(await reject(finance, 'travel', eaten));
    expect(dataOf(await revive(finance, 'travel', refused))).toMatchObject({
      financeApprovalStatus: 'FINANCE_PENDING',
    });
    // What was approved counted all along.
    dataOf(await approve(finance, 'travel', refused));
    expect(dataOf(await revive(finance, 'travel', refused))).toMatchObject({
      financeApprovalStatus: 'FINANCE_PENDING',
    });
  });
});
