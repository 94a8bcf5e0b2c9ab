import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PendingCounts } from '#contract/home.ts';
import { verifyAudit } from '#server/platform/audit/audit.ts';
import { own } from '#tests/support/expenses.ts';
import { revive } from '#tests/support/finance.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';
import * as tally from '#tests/support/tally.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => {
  expect(await verifyAudit(server.database.db)).toBeNull();
  await server.close();
});

const tallyAdmin = () => server.as('tally');

async function newBatch(count = 2): Promise<{ id: string; claims: string[] }> {
  const claims = await tally.approvedClaims(server, count);
  return { id: tally.madeOf(await tally.make(await tallyAdmin(), { ids: claims })).batch?.batchId ?? '', claims };
}

describe('TALLY-2 a batch is made of what finance approved', () => {
  it('takes each claim or refuses it by itself, and a claim is in one batch at the most', async () => {
    const api = await tallyAdmin();
    const [first = '', second = '', third = ''] = await tally.approvedClaims(server, 3);
    const [pending = ''] = await tally.approvedClaims(server, 1, { byFinance: false });
    const made = tally.madeOf(await tally.make(api, { ids: [first, second, pending, 'EXP-unknown', first] }));
    expect(made.done).toEqual([first, second]);
    expect(made.refused.map(({ id, code }) => [id, code])).toEqual([
      [pending, 'CONFLICT'],
      ['EXP-unknown', 'NOT_FOUND'],
    ]);
    expect(made.batch).toMatchObject({
      kind: 0,
      vouchers: 2,
      amount: 901,
      status: 'NOT_EXPORTED',
      source: 'SCREEN',
      mayExport: true,
      mayMark: false,
      mayRelease: true,
    });

    const again = tally.madeOf(await tally.make(api, { ids: [second, third] }));
    expect(again.done).toEqual([third]);
    expect(again.refused[0]?.message).toBe(`This request is in batch ${made.batch?.batchId} already.`);
    expect(tally.madeOf(await tally.make(api, { ids: [first, second] }))).toEqual({
      batch: null,
      done: [],
      refused: [expect.objectContaining({ id: first }), expect.objectContaining({ id: second })],
    });
  });

  it('is made once under a key, and the answer is the same', async () => {
    const api = await tallyAdmin();
    const ids = await tally.approvedClaims(server, 1);
    const key = { 'Idempotency-Key': 'batch-key-0001' };
    const one = await tally.make(api, { ids }, key);
    const two = await tally.make(api, { ids }, key);
    expect(two.text).toBe(one.text);
    expect(two.headers.get('idempotency-replayed')).toBe('true');
    expect((await tally.make(api, { ids: ['EXP1'] }, key)).body['code']).toBe('IDEMPOTENCY_KEY_REUSED');
  });

  it('of two who choose the same claims at once, each claim goes into one batch', async () => {
    const api = await tallyAdmin();
    const ids = await tally.approvedClaims(server, 6);
    const answers = (
      await Promise.all([
        tally.make(api, { ids }),
        tally.make(api, { ids: ids.toReversed() }),
        tally.make(api, { ids }),
      ])
    ).map(tally.madeOf);
    expect(answers.flatMap(({ done }) => done).toSorted()).toEqual(ids.toSorted());
    const rows = await server.database.db
      .selectFrom('tally_vouchers')
      .select('claim_id')
      .where('claim_id', 'in', ids)
      .execute();
    expect(rows).toHaveLength(6);
  });

  it('offers what no batch has, by kind, date and employee, and makes one of all that the filters select', async () => {
    const api = await tallyAdmin();
    const ids = await tally.approvedClaims(server, 2, { who: 'employee2', amount: 77 });
    const query = '&filter=EMPLOYEE_EMAIL:employee2%40example.com&filter=RECORD_KIND:1';
    const found = tally.candidatesOf(await tally.candidates(api, query));
    expect(found.map(({ expenseId }) => expenseId).toSorted()).toEqual(ids.toSorted());
    expect(found[0]).toMatchObject({
      kind: 0,
      type: 'OTHERS',
      employeeCode: 'KH1002',
      amount: 77,
      ledger: 'Local expense - Others',
      costCentre: 'Field Sales South',
    });
    expect(found[0]?.narration).toContain('Others of 14-07-2026, Imran Qureshi (KH1002), EXP');
    expect(tally.candidatesOf(await tally.candidates(api, `${query}&filter=DATE_RANGE:|0`))).toEqual([]);
    expect(tally.candidatesOf(await tally.candidates(api, '&filter=RECORD_KIND:0'))).toEqual([]);
    expect((await tally.candidates(api, '&filter=MANAGER_APPROVAL_STATUS:0')).status).toBe(400);
    const made = tally.madeOf(await tally.make(api, { filters: { EMPLOYEE_EMAIL: ['employee2@example.com'] } }));
    expect(made.done.toSorted()).toEqual(ids.toSorted());
    expect(tally.candidatesOf(await tally.candidates(api, query))).toEqual([]);
    expect((await tally.make(api, { filters: { NO_SUCH: ['1'] } })).status).toBe(400);
    expect((await tally.make(api, {})).body).toMatchObject({ code: 'INVALID', message: 'Please select claims' });
  });
});

describe('FIN-5 reviving', () => {
  it('takes a claim out of a batch that has not left, and is refused for one that has', async () => {
    const [api, finance, owner] = [await tallyAdmin(), await server.as('finance'), await server.as('employee')];
    const { id, claims } = await newBatch();
    const [one = '', two = ''] = claims;
    expect((await own(owner, one)).exported).toBe(false);
    expect((await revive(finance, 'local', one)).body['data']).toMatchObject({
      expenseId: one,
      financeApprovalStatus: 'FINANCE_PENDING',
    });
    expect(tally.batchOf(await tally.batch(api, id))).toMatchObject({ vouchers: 1, amount: 450.5 });
    await tally.exported(api, id);
    expect((await own(owner, two)).exported).toBe(true);
    expect((await revive(finance, 'local', two)).body).toEqual({ success: true, data: null });
    await tally.mark(api, id, { posted: false, reason: 'Not taken' });
    expect((await revive(finance, 'local', two)).body['data']).toMatchObject({
      financeApprovalStatus: 'FINANCE_PENDING',
    });
    expect(tally.batchOf(await tally.batch(api, id)).vouchers).toBe(0);
  });
});

describe('HOME-7 what waits for Tally', () => {
  it('is counted for who may look at it, and for nobody else', async () => {
    const countsOf = async (who: 'tally' | 'finance-docs' | 'finance') =>
      ((await (await server.as(who)).get('/api/v1/counts')).body['data'] as PendingCounts).tally;
    const before = await countsOf('tally');
    const { id, claims } = await newBatch(2);
    await tally.exported(await tallyAdmin(), id);
    await tally.mark(await tallyAdmin(), id, { ids: claims.slice(0, 1), posted: false, reason: 'Not there' });
    await tally.approvedClaims(server, 1);
    expect(await countsOf('tally')).toEqual({ toPost: (before?.toPost ?? 0) + 1, failed: (before?.failed ?? 0) + 1 });
    expect(await countsOf('finance-docs')).toEqual(await countsOf('tally'));
    expect(await countsOf('finance')).toBeUndefined();
  });
});

describe('two at once', () => {
  it('FIN-5 a claim is revived or it is in the file that goes out, and never both', async () => {
    const [api, finance, owner] = [await tallyAdmin(), await server.as('finance'), await server.as('employee')];
    for (let round = 0; round < 4; round += 1) {
      const { id, claims } = await newBatch(3);
      const [one = ''] = claims;
      const [file, revival] = (await Promise.all(
        round % 2 === 0
          ? [tally.exported(api, id), revive(finance, 'local', one)]
          : [revive(finance, 'local', one), tally.exported(api, id)].toReversed(),
      )) as [Awaited<ReturnType<typeof revive>>, Awaited<ReturnType<typeof revive>>];
      const revived = revival.body['data'] !== null;
      const claim = await own(owner, one);
      expect([claim.financeApprovalStatus === 'FINANCE_PENDING', claim.exported]).toEqual([revived, !revived]);
      expect(tally.vouchersOf(await tally.vouchers(api, id)).some(({ expenseId }) => expenseId === one)).toBe(!revived);
      if (file.status === 200 && !revived) expect(file.text).toContain(one);
    }
  });

  it('TALLY-2 a claim that is revived while it is chosen is in a batch or pending again, and never both', async () => {
    const [api, finance, owner] = [await tallyAdmin(), await server.as('finance'), await server.as('employee')];
    for (let round = 0; round < 4; round += 1) {
      const claims = await tally.approvedClaims(server, 2);
      const [one = ''] = claims;
      const [made] = await Promise.all([tally.make(api, { ids: claims }), revive(finance, 'local', one)]);
      const { batch } = tally.madeOf(made);
      const inBatch = tally
        .vouchersOf(await tally.vouchers(api, batch?.batchId ?? ''))
        .some(({ expenseId }) => expenseId === one);
      expect([inBatch, (await own(owner, one)).financeApprovalStatus]).toEqual([false, 'FINANCE_PENDING']);
      expect(tally.batchOf(await tally.batch(api, batch?.batchId ?? '')).vouchers).toBe(1);
    }
  });
});
