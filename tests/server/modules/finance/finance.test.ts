import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bulkResult } from '#contract/decision.ts';
import { MESSAGES } from '#contract/error.ts';
import { conveyance, localExpense, travelExpense } from '#contract/expense.ts';
import { verifyAudit } from '#server/platform/audit/audit.ts';
import type { Api } from '#tests/support/api.ts';
import * as rides from '#tests/support/conveyance.ts';
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
import { email, idOf, setRoles } from '#tests/support/people.ts';
import { NOW, startServer, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
let finance: Api;
let finance2: Api;
beforeAll(async () => {
  server = await startServer({ INTEGRATION_API_KEY: rides.KEY });
  [finance, finance2] = [await server.as('finance'), await server.as('finance2')];
});
afterAll(() => server.close());

const SHAPES = { local: localExpense, travel: travelExpense, conveyance };
const CLAIMED = 300;
const MANAGERS = 200;
/** What finance may approve at most: of conveyance what was claimed. */
const WHOLE: Record<FinanceKind, number> = { local: MANAGERS, travel: MANAGERS, conveyance: CLAIMED };
const TYPES: Record<FinanceKind, string> = { local: 'OTHERS', travel: 'CONVEYANCE', conveyance: 'CAB' };

const waiting = (kind: FinanceKind): Promise<AnyClaim> => CALLS[kind].approved(server, 'employee', CLAIMED, MANAGERS);
const idOfWaiting = async (kind: FinanceKind): Promise<string> => idOfClaim(await waiting(kind));
const put = (id: string, columns: Record<string, unknown>) =>
  server.database.db.updateTable('claims').set(columns).where('id', '=', id).execute();
const stored = (id: string) =>
  server.database.db.selectFrom('claims').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const approvalOf = (kind: FinanceKind): string =>
  `${CALLS[kind].approve.path}?primaryExpenseType=${CALLS[kind].approve.fixed.primaryExpenseType}`;
const ofKind = FINANCE_KINDS.map((kind) => [kind] as const);

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

describe.each(ofKind)('many claims of kind %s at once', (kind) => {
  it('MGR-12 FIN-2 each gets its whole amount, and each answers for itself', async () => {
    const [one, two, decided, own] = [
      await waiting(kind),
      await waiting(kind),
      await waiting(kind),
      await waiting(kind),
    ];
    const hidden = await waiting(kind);
    dataOf(await approve(finance2, kind, idOfClaim(decided)));
    await put(idOfClaim(own), { owner_id: idOf('finance') });
    await put(idOfClaim(hidden), { manager_status: 'MANAGER_PENDING' });
    const ids = [
      idOfClaim(one),
      idOfClaim(two),
      idOfClaim(decided),
      idOfClaim(own),
      idOfClaim(hidden),
      'EXP00000000000000000000',
      idOfClaim(one),
    ];
    const result = bulkResult.parse(
      dataOf(await bulk(finance, kind, { ids, comments: null, approved: true, versions: { [idOfClaim(two)]: 1 } })),
    );
    expect(result.done).toEqual([idOfClaim(one)]);
    expect(result.refused.map(({ id, code, message }) => [id, code, message])).toEqual([
      [idOfClaim(two), 'VERSION_CONFLICT', 'This was changed in the meantime.'],
      [idOfClaim(decided), 'CONFLICT', 'This request was already decided.'],
      [idOfClaim(own), 'FORBIDDEN', MESSAGES.ownRequest],
      [idOfClaim(hidden), 'NOT_FOUND', MESSAGES.nothingHere],
      ['EXP00000000000000000000', 'NOT_FOUND', MESSAGES.nothingHere],
    ]);
    expect(await stored(idOfClaim(one))).toMatchObject({
      finance_status: 'FINANCE_APPROVED',
      finance_amount: WHOLE[kind] * 100,
      finance_decided_by: idOf('finance'),
      version: 3,
      type: TYPES[kind],
    });
  });

  it('FIN-1 FIN-4 rejected with one remark; nothing selected in the words of the screen', async () => {
    const [one, two] = [await idOfWaiting(kind), await idOfWaiting(kind)];
    const without = await bulk(finance, kind, { ids: [one, two], approved: false, comments: ' ' });
    expect([without.status, without.body['message']]).toEqual([422, 'Please add remark.']);
    for (const approved of [true, false]) {
      const nothing = await bulk(finance, kind, { ids: [], approved, comments: 'x' });
      expect([nothing.status, nothing.body['message']]).toEqual([
        422,
        `Please select ${kind === 'travel' ? 'Expenses' : 'expenses or trips'} to be ` +
          (approved ? 'approved' : 'rejected'),
      ]);
    }
    expect(dataOf(await bulk(finance, kind, { ids: [one, two], approved: false, comments: 'Too late' }))).toEqual({
      done: [one, two],
      refused: [],
    });
    expect(await stored(two)).toMatchObject({
      finance_status: 'FINANCE_REJECT',
      finance_amount: 0,
      finance_remarks: 'Too late',
    });
  });

  it('A6 two of finance at the same twenty, in opposite order: each is decided once', async () => {
    const ids: string[] = [];
    for (let i = 0; i < 20; i += 1) ids.push(await idOfWaiting(kind));
    const [one, two] = await Promise.all([
      bulk(finance, kind, { ids, approved: true }),
      bulk(finance2, kind, { ids: ids.toReversed(), approved: false, comments: 'No' }),
    ]);
    const done = [one, two].flatMap((answer) => bulkResult.parse(dataOf(answer)).done);
    expect(done.toSorted()).toEqual(ids.toSorted());
  });
});

describe('two of finance at one claim', () => {
  it('MGR-21 Z32 A1 of many decisions at once exactly one is done, the rest are told how it stands', async () => {
    const id = await idOfWaiting('local');
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, i) => (i % 2 ? approve(finance, 'local', id) : reject(finance2, 'local', id))),
    );
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    for (const answer of answers.filter((one) => one.status !== 200))
      expect(answer.body).toMatchObject({ code: 'CONFLICT', current: { version: 3 } });
  });

  it('A1 of many revivals at once exactly one has data', async () => {
    const id = await idOfWaiting('travel');
    dataOf(await approve(finance, 'travel', id));
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => revive(i % 2 ? finance : finance2, 'travel', id)),
    );
    expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 200));
    expect(answers.filter((answer) => answer.body['data'] !== null)).toHaveLength(1);
    expect((await stored(id)).version).toBe(4);
  });

  it('A2 an edit by the sales person and a decision at once: decided on what was seen, or refused', async () => {
    const employee = await server.as('employee');
    for (let i = 0; i < 8; i += 1) {
      const claim = await waiting('conveyance');
      const print = await employee.bill(`edited ${i}`);
      const [edit, decision] = await Promise.all([
        rides.update(
          employee,
          idOfClaim(claim),
          { claimAmount: 7, billUrl: [print] },
          { 'if-match': `"${claim.version}"` },
        ),
        approve(
          finance,
          'conveyance',
          idOfClaim(claim),
          { financeApprovedAmount: CLAIMED },
          { 'if-match': `"${claim.version}"` },
        ),
      ]);
      // An edit sends it back to the manager, and out of finance's sight.
      expect([
        [200, 404],
        [200, 409],
        [409, 200],
      ]).toContainEqual([edit.status, decision.status]);
      expect(await stored(idOfClaim(claim))).toMatchObject(
        decision.status === 200
          ? { claim_amount: CLAIMED * 100, finance_amount: CLAIMED * 100 }
          : { claim_amount: 700, finance_amount: null },
      );
    }
  });
});

describe('exactly once', () => {
  it.each(ofKind)(
    'Z18 the same key is the same decision of a %s claim: one audit row, the answer given once more; another body 422',
    async (kind) => {
      const id = await idOfWaiting(kind);
      const headers = { 'idempotency-key': `decide-${id}` };
      const first = await approve(finance, kind, id, { financeApprovedAmount: 100 }, headers);
      const again = await approve(finance, kind, id, { financeApprovedAmount: 100 }, { ...headers, 'if-match': '"1"' });
      expect([again.status, again.text, again.headers.get('idempotency-replayed')]).toEqual([200, first.text, 'true']);
      expect((await approve(finance, kind, id, { financeApprovedAmount: 99 }, headers)).body['code']).toBe(
        'IDEMPOTENCY_KEY_REUSED',
      );
      const rows = await server.database.db
        .selectFrom('audit_log')
        .select('action')
        .where('record_id', '=', id)
        .where('action', '=', 'finance-approve')
        .execute();
      expect(rows).toHaveLength(1);
    },
  );

  it('bulk under a key: the same answer again, nothing twice', async () => {
    const ids = [await idOfWaiting('local'), await idOfWaiting('local')];
    const body = { ids, approved: true };
    const first = await bulk(finance, 'local', body, { 'idempotency-key': 'bulk-of-finance' });
    const again = await bulk(finance, 'local', body, { 'idempotency-key': 'bulk-of-finance' });
    expect([again.text, again.headers.get('idempotency-replayed')]).toEqual([first.text, 'true']);
  });

  it('A5 the log of everything above holds together', async () => {
    expect(await verifyAudit(server.database.db)).toBeNull();
  });
});
