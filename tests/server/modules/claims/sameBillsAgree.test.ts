import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { saveGstins } from '#contract/calls/gstKeys.ts';
import { withdrawLocalExpense } from '#contract/calls/localExpenses.ts';
import { urlOf } from '#contract/endpoint.ts';
import type { LocalExpense } from '#contract/expense.ts';
import { findUsedBills } from '#contract/calls/usedBills.ts';
import { SAME_BILL } from '#contract/fields.ts';
import type { BillReadingInput } from '#contract/reading.ts';
import type { UsedBill } from '#contract/usedBills.ts';
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
let colleague: Api;
let runs = 0;
/** Of the organisation itself. */
const GSTINS = [BUYER];
beforeAll(async () => {
  server = await startServer();
  [employee, manager] = [await server.as('employee'), await server.as('manager')];
  colleague = await server.as('employee2');
  const saved = await (await server.as('org-admin')).put(urlOf(saveGstins), { gstins: GSTINS });
  expect(saved.status).toBe(200);
});
afterAll(() => server.close());
const forgetAsked = () => server.database.db.deleteFrom('rate_limits').execute();

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
const drawnBill = fc.record({ file: fc.integer({ min: 0, max: 3 }), reading: drawnReading });
const drawnClaims = fc.array(
  fc.record({
    bills: fc.uniqueArray(drawnBill, { selector: ({ file }) => file, minLength: 1, maxLength: 2 }),
    isWithdrawn: fc.boolean(),
  }),
  { minLength: 2, maxLength: 4 },
);
/** What says most first. */
const RANKED = ['file', ...SAME_BILL] as const;

/** What is the same of two claims: what says most of any two of their bills. */
function sameOfClaims(one: readonly BillMarks[], other: readonly BillMarks[]): (typeof RANKED)[number] | undefined {
  const found = one.flatMap((bill) => other.map((another) => sameOf(bill, another)));
  return RANKED.find((as) => found.includes(as));
}

/** A bill as it is sent, with what it is found again by. */
async function billOf({ file, reading }: typeof drawnBill extends fc.Arbitrary<infer Bill> ? Bill : never) {
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
  const sent: BillReadingInput = {
    fingerPrint,
    ...known,
    ...(total !== undefined && { total }),
    ...(paper && { paper }),
  };
  return { reading: sent, marks: marksSent(sent) };
}

/** What a form would find of a bill, of its reading as it is sent. */
const marksSent = ({ fingerPrint, total, paper, ...known }: BillReadingInput): BillMarks =>
  marksOf(fingerPrint, { ...known, ...(total !== undefined && { total: total * 100 }) }, null, GSTINS, paper);

/** What somebody is told of a bill before it is filed. */
async function usedAs(api: Api, reading: BillReadingInput) {
  const used = dataOf<UsedBill[]>(await api.post(urlOf(findUsedBills), { readings: [reading] }));
  return used.map(({ same = 'file', id }) => ({ same, isOwn: id !== undefined }));
}

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

describe('DOC-21 DOC-23 DOC-26 the server and the form', () => {
  it('find the same bills, whatever was read off them, on however many bills of a claim', async () => {
    await fc.assert(
      fc.asyncProperty(drawnClaims, async (drawn) => {
        runs += 1;
        const marks = new Map<string, BillMarks[]>();
        const sent: BillReadingInput[] = [];
        await forgetAsked();
        for (const { bills, isWithdrawn } of drawn) {
          const made = await Promise.all(bills.map(billOf));
          const readings = made.map(({ reading }) => reading);
          sent.push(...readings);
          const billUrl = readings.map(({ fingerPrint }) => fingerPrint);
          const { expenseId } = dataOf(await create(employee, expenseBody('', { billUrl, readings })));
          if (isWithdrawn) dataOf(await employee.post(urlOf(withdrawLocalExpense, { query: { id: expenseId } })));
          else
            marks.set(
              expenseId,
              made.map((bill) => bill.marks),
            );
        }
        const rows = await queued([...marks.keys()]);
        expect(rows).toHaveLength(marks.size);
        for (const { expenseId, duplicateOf = [] } of rows) {
          const own = marks.get(expenseId) ?? [];
          const expected = [...marks].flatMap(([id, other]) => {
            const same = id === expenseId ? undefined : sameOfClaims(own, other);
            return same === undefined ? [] : [`${id}: ${same}`];
          });
          expect(duplicateOf.map(({ id, same = 'file' }) => `${id}: ${same}`).toSorted()).toEqual(expected.toSorted());
        }
        // A form that has one of these bills asks before it is submitted (DOC-26).
        for (const reading of sent) {
          const one = marksSent(reading);
          const same = sameOfClaims([one], [...marks.values()].flat());
          const told = (api: Api) => usedAs(api, reading);
          expect(await told(employee)).toEqual(same === undefined ? [] : [{ same, isOwn: true }]);
          expect(await told(colleague)).toEqual(same === undefined ? [] : [{ same, isOwn: false }]);
        }
      }),
      { numRuns: 12 },
    );
  });
});
