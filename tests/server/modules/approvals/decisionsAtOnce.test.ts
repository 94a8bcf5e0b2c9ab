import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bulkResult } from '#contract/decision.ts';
import { MESSAGES } from '#contract/error.ts';
import type { Api } from '#tests/support/api.ts';
import { approve, bulk, dataOf, expenseBody, file, own, reject, update } from '#tests/support/expenses.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
let employee: Api;
let manager: Api;
beforeAll(async () => {
  server = await startServer();
  [employee, manager] = [await server.as('employee'), await server.as('manager')];
});
afterAll(() => server.close());

type Refused = { done: string[]; refused: { id: string; code: string; message: string }[] };
const many = (count: number) => Promise.all(Array.from({ length: count }, () => file(employee)));

describe('many at once', () => {
  it('approves each its own amount; the same one twice counts once', async () => {
    const claims = await many(3);
    const ids = claims.map((claim) => claim.expenseId);
    const result = bulkResult.parse(
      dataOf(
        await bulk(manager, {
          ids: [...ids, ids[0]],
          comments: null,
          approved: true,
          versions: Object.fromEntries(ids.map((id) => [id, 1])),
        }),
      ),
    );
    expect(result).toEqual({ done: ids, refused: [] });
    for (const claim of claims)
      expect(await own(employee, claim.expenseId)).toMatchObject({
        managerApprovalStatus: 'MANAGER_APPROVED',
        managerApprovedAmount: claim.claimAmount,
        managerName: 'Ravi Menon',
        version: 2,
      });
  });

  it('rejects all with one remark', async () => {
    const [one, two] = await many(2);
    dataOf(await bulk(manager, { ids: [one?.expenseId, two?.expenseId], comments: 'Too late', approved: false }));
    expect(await own(employee, one?.expenseId ?? '')).toMatchObject({
      managerApprovalStatus: 'MANAGER_REJECT',
      managerApprovedAmount: 0,
      managerRemarks: 'Too late',
    });
  });

  it('Z21 each answers for itself: decided, changed, foreign, own, unknown ones are refused, others done', async () => {
    const [open, decided, changed] = await many(3);
    dataOf(await approve(manager, decided?.expenseId ?? ''));
    dataOf(await update(employee, changed?.expenseId ?? '', expenseBody(changed?.billUrl[0]?.fingerPrint ?? '')));
    const foreign = await file(await server.as('employee3'));
    const mine = await file(manager);
    const ids = [
      foreign.expenseId,
      mine.expenseId,
      open?.expenseId,
      decided?.expenseId,
      changed?.expenseId,
      'EXP00000000000000000000',
    ];
    const result = dataOf<Refused>(
      await bulk(manager, { ids, approved: true, versions: { [changed?.expenseId ?? '']: 1 } }),
    );
    expect(result.done).toEqual([open?.expenseId]);
    expect(result.refused.map((item) => [item.id, item.code])).toEqual([
      [foreign.expenseId, 'NOT_FOUND'],
      [mine.expenseId, 'FORBIDDEN'],
      [decided?.expenseId, 'CONFLICT'],
      [changed?.expenseId, 'VERSION_CONFLICT'],
      ['EXP00000000000000000000', 'NOT_FOUND'],
    ]);
    expect(result.refused.find((item) => item.id === mine.expenseId)?.message).toBe(MESSAGES.ownRequest);
    expect(result.refused.find((item) => item.code === 'NOT_FOUND')?.message).toBe(MESSAGES.nothingHere);
  });

  it.each<[string, unknown, string]>([
    ['nothing selected', { ids: [], approved: true }, 'Please select expenses or trips to be approved'],
    [
      'nothing selected to reject',
      { ids: [], approved: false, comments: 'x' },
      'Please select expenses or trips to be rejected',
    ],
    ['a rejection without a remark', { ids: ['EXP1'], approved: false }, 'Please add remark.'],
    ['Z21 a text for a list', { ids: '1', approved: true }, 'Please select expenses or trips to be approved'],
    ['Z21 an object for a list', { ids: {}, approved: true }, 'Please select expenses or trips to be approved'],
    [
      'Z21 more than a hundred',
      { ids: Array.from({ length: 101 }, (_, i) => `EXP${i}`), approved: true },
      'At most 100 can be decided at once',
    ],
    [
      'Z21 ten thousand',
      { ids: Array.from({ length: 10_001 }, (_, i) => `EXP${i}`), approved: true },
      'At most 100 can be decided at once',
    ],
    ['neither yes nor no', { ids: ['EXP1'] }, 'Please say whether to approve or to reject'],
    [
      'versions of no numbers',
      { ids: ['EXP1'], approved: true, versions: { EXP1: 'one' } },
      'Versions must be whole numbers by id',
    ],
  ])('%s: refused as a whole', async (_name, body, message) => {
    const answer = await bulk(manager, body);
    expect(answer.status).toBe(422);
    expect(answer.body['message']).toBe(message);
  });

  it('who is no manager decides none', async () => {
    const claim = await file(employee);
    for (const who of ['employee', 'employee2', 'finance', 'admin'] as const)
      expect((await bulk(await server.as(who), { ids: [claim.expenseId], approved: true })).status).toBe(403);
  });

  it('a hundred in one call', async () => {
    const claims = await many(100);
    const result = dataOf<Refused>(
      await bulk(manager, { ids: claims.map((claim) => claim.expenseId).toReversed(), approved: true }),
    );
    expect(result.done).toHaveLength(100);
  });
});

describe('races', () => {
  it('MGR-21 Z32 A1 of fifty approvals at once exactly one succeeds, the rest are 409 with the record', async () => {
    const claim = await file(employee);
    const answers = await Promise.all(Array.from({ length: 50 }, () => approve(manager, claim.expenseId)));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    const lost = answers.filter((answer) => answer.status !== 200);
    for (const answer of lost) expect(answer.body).toMatchObject({ code: 'CONFLICT', current: { version: 2 } });
    expect((await own(employee, claim.expenseId)).version).toBe(2);
  });

  it('Z32 A1 approved and rejected at once: one of them', async () => {
    for (let i = 0; i < 10; i += 1) {
      const claim = await file(employee);
      const answers = await Promise.all([
        approve(manager, claim.expenseId),
        reject(manager, claim.expenseId),
        bulk(manager, { ids: [claim.expenseId], approved: true }),
      ]);
      const wins =
        answers.slice(0, 2).filter((answer) => answer.status === 200).length +
        dataOf<Refused>(answers[2] ?? answers[0]!).done.length;
      expect(wins).toBe(1);
      expect((await own(employee, claim.expenseId)).version).toBe(2);
    }
  });

  it('A6 two bulk calls over the same claims in opposite order: each is decided once', async () => {
    const ids = (await many(20)).map((claim) => claim.expenseId);
    const [one, two] = await Promise.all([
      bulk(manager, { ids, approved: true }),
      bulk(manager, { ids: ids.toReversed(), approved: false, comments: 'No' }),
    ]);
    const done = [...dataOf<Refused>(one).done, ...dataOf<Refused>(two).done];
    expect(done.toSorted()).toEqual(ids.toSorted());
  });

  it('A2 an edit and a decision at once: the decision is on what was seen, or refused', async () => {
    for (let i = 0; i < 10; i += 1) {
      const claim = await file(employee);
      const print = claim.billUrl[0]?.fingerPrint ?? '';
      const [edit, decision] = await Promise.all([
        update(employee, claim.expenseId, expenseBody(print, { claimAmount: 7 }), { 'if-match': '"1"' }),
        approve(manager, claim.expenseId, { managerApprovedAmount: 450.5 }, { 'if-match': '"1"' }),
      ]);
      expect([edit.status, decision.status].toSorted()).toEqual([200, 409]);
      const after = await own(employee, claim.expenseId);
      expect(after.managerApprovedAmount === null ? after.claimAmount : after.managerApprovedAmount).toBe(
        decision.status === 200 ? 450.5 : 7,
      );
    }
  });
});
