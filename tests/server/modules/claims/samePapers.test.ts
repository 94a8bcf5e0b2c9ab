import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { getRecord } from '#contract/calls/records.ts';
import { urlOf } from '#contract/endpoint.ts';
import { localExpense, type LocalExpense } from '#contract/expense.ts';
import type { Api } from '#tests/support/api.ts';
import { approve, create, dataOf, expenseBody, found, own, update } from '#tests/support/expenses.ts';
import { gstinOf } from '#tests/support/gstCodes.ts';
import { email } from '#tests/support/people.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
let employee: Api;
let manager: Api;
let bills = 0;
beforeAll(async () => {
  server = await startServer();
  [employee, manager] = [await server.as('employee'), await server.as('manager')];
});
afterAll(() => server.close());
beforeEach(() => {
  bills += 1;
});

/** Files a claim with a bill of its own, of which this was read. */
async function fileWith(reading: Record<string, unknown>, api = employee) {
  bills += 1;
  const fingerPrint = await api.bill(`another photo ${bills}`);
  return dataOf(await create(api, expenseBody(fingerPrint, { readings: [{ fingerPrint, ...reading }] })));
}
const QUEUE = `&filter=MANAGER_EMAIL:${email('manager')}&pageSize=100`;
const rowOf = async ({ expenseId }: Pick<LocalExpense, 'expenseId'>, api = manager, query = QUEUE) =>
  (await found(api, query)).results.content.find((row) => row.expenseId === expenseId);
const told = ({ expenseId: id, employeeName, expenseDate }: LocalExpense, same: string) => ({
  id,
  employeeName,
  expenseDate,
  same,
});
/** What a device sends of a paper; of another test's it shares nothing. */
const paper = (groups: readonly number[] = [0, 1, 2, 3, 4, 5, 6, 7], times: readonly number[] = [152]) => ({
  total: 347,
  day: '2026-07-08',
  paper: { groups: groups.map((group) => 10 * bills + group), times },
});

describe('DOC-23 a photo of the same paper', () => {
  test.each<[string, () => [Record<string, unknown>, Record<string, unknown>], boolean]>([
    ['where as much was read of both', () => [paper(), paper()], true],
    ['where some of it was misread', () => [paper([0, 1, 2, 3, 4, 5]), paper([1, 2, 3, 4, 5, 9])], true],
    [
      'where a time was lost, and the total',
      () => [
        { ...paper([], []), ...paper() },
        { ...paper(), total: null },
      ],
      true,
    ],
    ['but not of another sum', () => [paper(), { ...paper(), total: 348 }], false],
    [
      'but not of another number',
      () => [
        { ...paper(), billNumber: '17' },
        { ...paper(), billNumber: '18' },
      ],
      false,
    ],
    [
      'but not of another seller',
      () => [
        { ...paper(), gstin: gstinOf(8) },
        { ...paper(), gstin: gstinOf(7) },
      ],
      false,
    ],
    ['but not of another time', () => [paper(), paper(undefined, [163])], false],
    ['but not where little is shared', () => [paper([0, 1, 2, 3, 4, 5]), paper([2, 3, 4, 5, 8, 9])], false],
    ['but not where one device did not say', () => [paper(), { ...paper(), paper: undefined }], false],
  ])('is told %s', async (_, readings, isTold) => {
    const [first, second] = readings();
    const mine = await fileWith(first);
    const theirs = await fileWith(second, await server.as('employee2'));
    const row = await rowOf(mine);
    expect(row?.duplicateOf).toEqual(isTold ? [told(theirs, 'paper')] : []);
    expect((await rowOf(theirs))?.duplicateOf).toEqual(isTold ? [told(mine, 'paper')] : []);
    expect(localExpense.parse(row)).toEqual(row);
  });

  it('is told as what says more where that is the same too', async () => {
    const read = { ...paper(), upiReference: '412345678901' };
    const first = await fileWith(read);
    const second = await fileWith(read);
    expect((await rowOf(first))?.duplicateOf).toEqual([told(second, 'payment')]);
  });

  it('leaves claims unnamed that the viewer may not see, and is never told its owner', async () => {
    const read = paper();
    const mine = await fileWith(read);
    const foreign = await fileWith(read, await server.as('employee3'));
    expect((await rowOf(mine))?.duplicateOf).toEqual([{ expenseDate: foreign.expenseDate, same: 'paper' }]);
    expect(await own(employee, mine.expenseId)).not.toHaveProperty('duplicateOf');
  });

  it('stays with a bill that stays on a changed claim', async () => {
    const read = paper();
    const first = await fileWith(read);
    const second = await fileWith(read);
    const [{ fingerPrint = '' } = {}] = second.billUrl;
    dataOf(await update(employee, second.expenseId, expenseBody(fingerPrint)));
    expect((await rowOf(first))?.duplicateOf).toEqual([told(second, 'paper')]);
  });

  it('says in no answer what a paper is known again by', async () => {
    const claim = await fileWith({ ...paper([900_001, 900_002]), billNumber: 'P-1' });
    const finance = await server.as('finance');
    const waiting = (await manager.get('/api/v1/list-auth?pageSize=100')).text;
    dataOf(await approve(manager, claim.expenseId));
    const answers = [
      claim,
      await own(employee, claim.expenseId),
      await rowOf(claim),
      await rowOf(claim, finance, '&pageSize=100'),
      (await employee.get(urlOf(getRecord, { parts: { id: claim.expenseId } }))).text,
      (await manager.get(urlOf(getRecord, { parts: { id: claim.expenseId } }))).text,
      waiting,
    ].map((answer) => JSON.stringify(answer));
    for (const answer of answers) {
      expect(answer).toContain(claim.expenseId);
      expect(answer).not.toMatch(/groups|times|9000\d|totalGroup/);
    }
    const { rows } = await sql<{
      paper: object;
    }>`select paper from claim_bills where claim_id = ${claim.expenseId}`.execute(server.database.db);
    expect(rows).toMatchObject([{ paper: { total: 347_00, day: '2026-07-08', number: 'P1' } }]);
  });
});
