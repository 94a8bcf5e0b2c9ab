import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findUsedBills } from '#contract/calls/usedBills.ts';
import { withdrawLocalExpense } from '#contract/calls/localExpenses.ts';
import { urlOf } from '#contract/endpoint.ts';
import { MAX_ASKED_BILLS, MAX_BILLS } from '#contract/limits.ts';
import type { UsedBill } from '#contract/usedBills.ts';
import type { Api } from '#tests/support/api.ts';
import { create, dataOf, expenseBody } from '#tests/support/expenses.ts';
import { gstinOf } from '#tests/support/gstCodes.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
let employee: Api;
let colleague: Api;
let bills = 0;
beforeAll(async () => {
  server = await startServer();
  [employee, colleague] = [await server.as('employee'), await server.as('employee2')];
});
afterAll(() => server.close());
beforeEach(async () => {
  bills += 1;
  await server.database.db.deleteFrom('rate_limits').execute();
});

const askFor = (api: Api, body: unknown) => api.post(urlOf(findUsedBills), body);
const ask = async (api: Api, readings: readonly unknown[], except?: string): Promise<UsedBill[]> =>
  dataOf(await askFor(api, { readings, ...(except !== undefined && { except: [except] }) }));
const NEW = 'e'.repeat(64);

/** Files a claim with a bill of its own, of which this was read. */
async function fileWith(api: Api, reading: Record<string, unknown> = {}) {
  bills += 1;
  const fingerPrint = await api.bill(`used bill ${bills}`);
  const body = expenseBody(fingerPrint, { readings: [{ fingerPrint, ...reading }] });
  return { fingerPrint, claim: dataOf(await create(api, body)) };
}

describe('DOC-26 bills that are on other claims of the organisation', () => {
  it('are told by the day alone, and by the id where the claim is one’s own', async () => {
    const { fingerPrint, claim } = await fileWith(colleague);
    const { expenseId: id, expenseDate } = claim;
    expect(await ask(employee, [{ fingerPrint }])).toEqual([{ fingerPrint, expenseDate }]);
    expect(await ask(colleague, [{ fingerPrint }])).toEqual([{ fingerPrint, expenseDate, id }]);
    const text = JSON.stringify(await askFor(employee, { readings: [{ fingerPrint }] }));
    for (const word of [id, claim.employeeName, claim.userEmail]) expect(text).not.toContain(word);
  });

  it('in another file, by what was read off them', async () => {
    const number = { gstin: gstinOf(3), billNumber: 'KH/26-0117' };
    const upiReference = String(700_000_000_000 + bills);
    const paper = {
      total: 347,
      day: '2026-07-08',
      paper: { groups: [1, 2, 3, 4, 5].map((n) => n + 10_000), times: [] },
    };
    await fileWith(colleague, number);
    await fileWith(colleague, { upiReference });
    await fileWith(colleague, paper);
    const sameOf = async (reading: object) =>
      (await ask(employee, [{ fingerPrint: NEW, ...reading }])).map(({ fingerPrint, same }) => [fingerPrint, same]);
    expect(await sameOf({ ...number, billNumber: 'kh-26-0117' })).toEqual([[NEW, 'number']]);
    expect(await sameOf({ upiReference })).toEqual([[NEW, 'payment']]);
    expect(await sameOf(paper)).toEqual([[NEW, 'paper']]);
    expect(await sameOf({ ...number, billNumber: '0118' })).toEqual([]);
    expect(await sameOf({})).toEqual([]);
  });

  it('each once: on the claim where most of it is the same, and of those on one’s own', async () => {
    const upiReference = String(700_000_000_000 + bills);
    const [first, second] = [await fileWith(colleague, { upiReference }), await fileWith(employee, { upiReference })];
    const [found, ...others] = await ask(employee, [{ fingerPrint: NEW, upiReference }]);
    expect(others).toEqual([]);
    expect(found).toMatchObject({ same: 'payment', id: second.claim.expenseId });
    const both = [first, second].map(({ fingerPrint }) => ({ fingerPrint, upiReference }));
    const told = await ask(employee, both);
    expect(told.map(({ fingerPrint }) => fingerPrint).toSorted()).toEqual(
      [first.fingerPrint, second.fingerPrint].toSorted(),
    );
    for (const one of told) expect(one.same).toBeUndefined();
  });

  it('but not on the claim that is changed, nor on one that was withdrawn', async () => {
    const { fingerPrint, claim } = await fileWith(employee);
    expect(await ask(employee, [{ fingerPrint }], claim.expenseId)).toEqual([]);
    expect(await ask(employee, [{ fingerPrint }], 'EXPnone')).toHaveLength(1);
    dataOf(await employee.post(urlOf(withdrawLocalExpense, { query: { id: claim.expenseId } })));
    expect(await ask(employee, [{ fingerPrint }])).toEqual([]);
  });

  it('are asked about so often in an hour, by each person', async () => {
    const readings = Array.from({ length: MAX_BILLS }, (_, n) => ({ fingerPrint: String(n).padStart(64, '0') }));
    for (let asked = 0; asked < MAX_ASKED_BILLS; asked += MAX_BILLS) expect(await ask(employee, readings)).toEqual([]);
    const refused = await askFor(employee, { readings: [{ fingerPrint: NEW }] });
    expect(refused.status).toBe(429);
    expect(refused.text).toContain('Too many bills were looked up. Please try again later.');
    expect(await ask(colleague, readings)).toEqual([]);
    // What is not looked up is not counted.
    expect(await ask(employee, [])).toEqual([]);
  });

  it('are counted one after the other when they are asked about at once', async () => {
    const readings = Array.from({ length: MAX_BILLS }, (_, n) => ({ fingerPrint: String(n).padStart(64, 'a') }));
    const times = MAX_ASKED_BILLS / MAX_BILLS + 15;
    const answers = await Promise.all(Array.from({ length: times }, () => askFor(employee, { readings })));
    const statuses = answers.map(({ status }) => status).toSorted();
    expect(statuses.filter((status) => status === 200)).toHaveLength(MAX_ASKED_BILLS / MAX_BILLS);
    expect(statuses.filter((status) => status === 429)).toHaveLength(15);
  });

  it('is one bill, however many readings name it', async () => {
    const [one, other] = [String(710_000_000_000 + bills), String(720_000_000_000 + bills)];
    await fileWith(colleague, { upiReference: one });
    const named = [one, other].map((upiReference) => ({ fingerPrint: NEW, upiReference }));
    expect(await ask(employee, named)).toEqual([]);
    expect(await ask(employee, named.toReversed())).toHaveLength(1);
  });

  it.each([
    ['no body', undefined],
    ['no readings', {}],
    ['too many', { readings: Array.from({ length: MAX_BILLS + 1 }, () => ({ fingerPrint: NEW })) }],
    ['no bill', { readings: ['bill'] }],
    ['numbers for ids', { readings: [], except: [7] }],
    ['too many ids', { readings: [], except: Array.from({ length: 6 }, () => 'EXP') }],
  ])('%s is refused with a sentence', async (_, body) => {
    const refused = await askFor(employee, body);
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('readings of at most 20 bills')]);
  });

  it('what cannot be understood of a reading is left out', async () => {
    const { fingerPrint } = await fileWith(colleague);
    const odd = {
      gstin: 'x',
      billNumber: 'no number',
      upiReference: "'; --",
      code: 'no code',
      day: 'yesterday',
      total: -1,
    };
    expect(await ask(employee, [{ fingerPrint, ...odd }, { fingerPrint: "'; --" }])).toHaveLength(1);
  });
});
