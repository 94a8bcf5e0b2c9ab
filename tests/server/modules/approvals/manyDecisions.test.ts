import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withdrawLocalExpense } from '#contract/calls/localExpenses.ts';
import { bulkResult } from '#contract/decision.ts';
import { urlOf } from '#contract/endpoint.ts';
import { localExpense, type LocalExpense } from '#contract/expense.ts';
import { verifyAudit } from '#server/platform/audit/audit.ts';
import type { Answer, Api } from '#tests/support/api.ts';
import { approve, bulk, create, dataOf, expenseBody, own, reject, update } from '#tests/support/expenses.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
let employee: Api;
let manager: Api;
let bill: string;
beforeAll(async () => {
  server = await startServer();
  [employee, manager] = [await server.as('employee'), await server.as('manager')];
  bill = await employee.bill('one bill for all');
});
afterAll(() => server.close());

const file = async (): Promise<LocalExpense> => dataOf(await create(employee, expenseBody(bill)));
const some = async (count: number): Promise<string[]> =>
  (await Promise.all(Array.from({ length: count }, file))).map(({ expenseId }) => expenseId);
const withdraw = (id: string): Promise<Answer> => employee.post(urlOf(withdrawLocalExpense, { query: { id } }));
const keyed = (key: string, version?: number): Record<string, string> => ({
  'idempotency-key': key,
  ...(version !== undefined && { 'if-match': `"${version}"` }),
});

describe('a bulk of a hundred, of everything that there is', () => {
  it('MGR-11 MGR-12 each item is answered for itself, the same one named twice once', async () => {
    const pending = await some(30);
    const [decided, withdrawn, changed, unseen] = [await some(15), await some(10), await some(10), await some(5)];
    for (const id of decided) dataOf(await reject(manager, id));
    for (const id of withdrawn) dataOf(await withdraw(id));
    for (const id of [...changed, ...unseen])
      dataOf(await update(employee, id, expenseBody(bill, { claimAmount: 900 })));
    const employee3 = await server.as('employee3');
    const foreignBill = await employee3.bill('of another team');
    const foreign = await Promise.all(
      Array.from({ length: 5 }, async () => dataOf(await create(employee3, expenseBody(foreignBill))).expenseId),
    );
    const ownBill = await manager.bill('the manager’s own');
    const mine = await Promise.all(
      Array.from({ length: 5 }, async () => dataOf(await create(manager, expenseBody(ownBill))).expenseId),
    );
    const unknown = Array.from({ length: 10 }, (_, n) => `EXP${String(n).padStart(20, '0')}`);
    const twice = [...pending.slice(0, 5), ...decided.slice(0, 3), ...mine.slice(0, 2)];
    const ids = [pending, decided, withdrawn, changed, unseen, foreign, mine, unknown, twice]
      .flat()
      .toSorted((one, other) => one.slice(-3).localeCompare(other.slice(-3)));
    expect(ids).toHaveLength(100);

    const body = {
      ids,
      comments: 'The whole week',
      approved: true,
      versions: Object.fromEntries([...pending, ...changed].map((id) => [id, 1])),
    };
    const answer = await bulk(manager, body, keyed('bulk-of-a-hundred'));
    const { done, refused } = bulkResult.parse(dataOf(answer));
    expect(done.toSorted()).toEqual([...pending, ...unseen].toSorted());
    const codes = (of: readonly string[]): string[] =>
      of.map((id) =>
        refused
          .filter((item) => item.id === id)
          .map(({ code }) => code)
          .join(),
      );
    expect(codes(decided)).toEqual(decided.map(() => 'CONFLICT'));
    expect(codes(withdrawn)).toEqual(withdrawn.map(() => 'CONFLICT'));
    expect(codes(changed)).toEqual(changed.map(() => 'VERSION_CONFLICT'));
    expect(codes([...foreign, ...unknown])).toEqual([...foreign, ...unknown].map(() => 'NOT_FOUND'));
    expect(codes(mine)).toEqual(mine.map(() => 'FORBIDDEN'));
    expect(done.length + refused.length).toBe(new Set(ids).size);

    const again = await bulk(manager, body, keyed('bulk-of-a-hundred'));
    expect([again.text, again.headers.get('idempotency-replayed')]).toEqual([answer.text, 'true']);
    expect(await own(employee, changed[0] ?? '')).toMatchObject({
      managerApprovalStatus: 'MANAGER_PENDING',
      claimAmount: 900,
      version: 2,
    });
    expect(await own(employee, unseen[0] ?? '')).toMatchObject({
      managerApprovalStatus: 'MANAGER_APPROVED',
      managerApprovedAmount: 900,
      version: 3,
    });
    expect(await verifyAudit(server.database.db)).toBeNull();
  });
});

describe('over the wire', () => {
  it('MGR-28 two devices decide the same ten, singly and in bulk, twice: one decision each', async () => {
    const ids = await some(10);
    const sent = ids.flatMap((id, n) => [
      () => approve(manager, id, { managerApprovedAmount: 7 }, keyed(`phone-one-${id}`, 1)),
      () =>
        n % 2
          ? reject(manager, id, { managerRemarks: 'No' }, keyed(`phone-two-${id}`, 1))
          : bulk(
              manager,
              { ids: [id], comments: 'No', approved: false, versions: { [id]: 1 } },
              keyed(`phone-two-${id}`),
            ),
    ]);
    const asked = await Promise.all([...sent, ...sent].map((send) => send()));
    // A request that came while the same was being done asks again, as the app does.
    const answers = await Promise.all(
      asked.map(async (answer, at) =>
        answer.body['code'] === 'IN_PROGRESS' ? (sent[at % sent.length] as () => Promise<Answer>)() : answer,
      ),
    );
    for (const [n, id] of ids.entries()) {
      const [one, two, oneAgain, twoAgain] = [
        answers[2 * n],
        answers[2 * n + 1],
        answers[2 * n + 20],
        answers[2 * n + 21],
      ] as [Answer, Answer, Answer, Answer];
      expect([oneAgain.status, twoAgain.status]).toEqual([one.status, two.status]);
      const wonByBulk = n % 2 === 0 && dataOf<{ done: string[] }>(two).done.length === 1;
      const wonByTwo = n % 2 === 0 ? wonByBulk : two.status === 200;
      expect(one.status).toBe(wonByTwo ? 409 : 200);
      if (wonByTwo) expect(localExpense.parse(one.body['current'])).toMatchObject({ expenseId: id, version: 2 });
      else if (n % 2)
        expect(two.body).toMatchObject({
          code: 'VERSION_CONFLICT',
          current: { expenseId: id, version: 2, managerApprovedAmount: 7 },
        });
      else
        expect(dataOf<{ refused: unknown[] }>(two).refused).toEqual([
          expect.objectContaining({ id, code: 'VERSION_CONFLICT' }),
        ]);
      expect(await own(employee, id)).toMatchObject({ version: 2, managerApprovedAmount: wonByTwo ? 0 : 7 });
    }
  });
});
