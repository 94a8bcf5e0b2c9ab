import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { saveGstins } from '#contract/calls/gstKeys.ts';
import { urlOf } from '#contract/endpoint.ts';
import type { LocalExpense } from '#contract/expense.ts';
import { groupHash } from '#domain/billReading/groupHash.ts';
import { marksOf, sameOf, type BillMarks } from '#domain/sameBill.ts';
import type { Api } from '#tests/support/api.ts';
import { create, dataOf, expenseBody, found } from '#tests/support/expenses.ts';
import { BUYER, gstinOf } from '#tests/support/gstCodes.ts';
import { email } from '#tests/support/people.ts';
import { fc } from '#tests/support/property.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
let employee: Api;
let manager: Api;
let runs = 0;
/** Of the organisation itself. */
const GSTINS = [BUYER];
beforeAll(async () => {
  server = await startServer();
  [employee, manager] = [await server.as('employee'), await server.as('manager')];
  const saved = await (await server.as('org-admin')).put(urlOf(saveGstins), { gstins: GSTINS });
  expect(saved.status).toBe(200);
});
afterAll(() => server.close());

/** Few, so that many are shared; the amounts that may be read are among them. Those below 10 are of a run. */
const group = fc.constantFrom(1, 2, 3, 4, 5, 6, 7, groupHash('12000'), groupHash('4550'));
const drawnReading = fc.record(
  {
    seller: fc.constantFrom<0 | 1 | 'own'>(0, 1, 'own'),
    billNumber: fc.constantFrom('A/0012', 'a-0012', 'A0012', '0012', '12', 'INV-12', 'KH'),
    day: fc.constantFrom('2026-03-30', '2026-03-31', '2026-04-01'),
    payment: fc.integer({ min: 0, max: 1 }),
    total: fc.constantFrom(120, 45.5),
    paper: fc.record({
      groups: fc.uniqueArray(group, { minLength: 4, maxLength: 9 }),
      times: fc.uniqueArray(fc.integer({ min: 600, max: 602 }), { maxLength: 2 }),
    }),
  },
  { requiredKeys: [] },
);
const drawnBills = fc.array(fc.record({ file: fc.integer({ min: 0, max: 3 }), reading: drawnReading }), {
  minLength: 2,
  maxLength: 5,
});

/** The rows of these claims in the queue of their manager. */
async function queued(ids: readonly string[]): Promise<LocalExpense[]> {
  const rows: LocalExpense[] = [];
  for (let page = 0; ; page += 1) {
    const query = `&filter=MANAGER_EMAIL:${email('manager')}&pageSize=100&pageNumber=${page}`;
    const { content, totalElements } = (await found(manager, query)).results;
    rows.push(...content.filter(({ expenseId }) => ids.includes(expenseId)));
    if ((page + 1) * 100 >= totalElements) return rows;
  }
}

describe('DOC-21 DOC-23 the server and the form', () => {
  it('find the same bills, whatever was read off them', async () => {
    await fc.assert(
      fc.asyncProperty(drawnBills, async (drawn) => {
        runs += 1;
        const marks = new Map<string, BillMarks>();
        for (const { file, reading } of drawn) {
          const { seller, payment, total, paper: drawnPaper, ...read } = reading;
          const paper = drawnPaper && {
            ...drawnPaper,
            groups: drawnPaper.groups.map((one) => (one < 10 ? 10 * runs + one : one)),
          };
          const known = {
            ...read,
            ...(seller !== undefined && { gstin: seller === 'own' ? BUYER : gstinOf(2 * runs + seller) }),
            ...(payment !== undefined && { upiReference: String(500_000_000_000 + 2 * runs + payment) }),
          };
          const fingerPrint = await employee.bill(`run ${runs}, file ${file}`);
          const readings = [{ fingerPrint, ...known, total, paper }];
          const { expenseId } = dataOf(await create(employee, expenseBody(fingerPrint, { readings })));
          marks.set(
            expenseId,
            marksOf(fingerPrint, { ...known, ...(total !== undefined && { total: total * 100 }) }, null, GSTINS, paper),
          );
        }
        const rows = await queued([...marks.keys()]);
        expect(rows).toHaveLength(drawn.length);
        for (const { expenseId, duplicateOf = [] } of rows) {
          const own = marks.get(expenseId) as BillMarks;
          const expected = [...marks].flatMap(([id, other]) => {
            const same = id === expenseId ? null : sameOf(own, other);
            return same === null ? [] : [`${id}: ${same}`];
          });
          expect(duplicateOf.map(({ id, same = 'file' }) => `${id}: ${same}`).toSorted()).toEqual(expected.toSorted());
        }
      }),
      { numRuns: 12 },
    );
  });
});
