import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { addGstKey, saveGstins } from '#contract/calls/gstKeys.ts';
import { getRecord } from '#contract/calls/records.ts';
import { urlOf } from '#contract/endpoint.ts';
import { localExpense, type LocalExpense, type TravelExpense } from '#contract/expense.ts';
import { MAX_LISTED_INSIDE } from '#contract/limits.ts';
import type { Api } from '#tests/support/api.ts';
import { approve, create, DAY, dataOf, expenseBody, found, own, reject, update } from '#tests/support/expenses.ts';
import { codeOf, dataOf as invoice, gstinOf, portal, type Portal } from '#tests/support/gstCodes.ts';
import { email, type PersonKey } from '#tests/support/people.ts';
import { NOW, startServer, type TestServer } from '#tests/support/server.ts';
import * as travel from '#tests/support/travelClaims.ts';

let server: TestServer;
let one: Portal;
let employee: Api;
let manager: Api;
let bills = 0;
beforeAll(async () => {
  server = await startServer();
  [employee, manager] = [await server.as('employee'), await server.as('manager')];
  one = await portal('one');
  const admin = await server.as('org-admin');
  await admin.post(urlOf(addGstKey), { pem: one.pem, kid: one.kid, validFrom: '2020-10-01', validTo: null });
});
afterAll(() => server.close());

/** Another seller, number and payment for each test. */
let seller = '';
let upiReference = '';
beforeEach(() => {
  bills += 1;
  seller = gstinOf(1_000 + bills);
  upiReference = String(400_000_000_000 + bills);
});

/** Files a claim with a bill of its own, of which this was read. */
async function fileWith(reading: Record<string, unknown>, api = employee, changes: Record<string, unknown> = {}) {
  bills += 1;
  const fingerPrint = await api.bill(`another photo ${bills}`);
  return dataOf(await create(api, expenseBody(fingerPrint, { readings: [{ fingerPrint, ...reading }], ...changes })));
}
const QUEUE = (key: PersonKey = 'manager'): string => `&filter=MANAGER_EMAIL:${email(key)}&pageSize=100`;
const rowOf = async ({ expenseId }: Pick<LocalExpense, 'expenseId'>, api = manager, query = QUEUE()) =>
  (await found(api, query)).results.content.find((row) => row.expenseId === expenseId);
const told = ({ expenseId: id, employeeName, expenseDate }: LocalExpense, same: string) => ({
  id,
  employeeName,
  expenseDate,
  same,
});

describe('DOC-21 the same bill in another file', () => {
  test.each<[string, () => Promise<[Record<string, unknown>, Record<string, unknown>]>, string | null]>([
    [
      'an e-invoice',
      async () => {
        const code = await codeOf(one, invoice(bills, { SellerGstin: seller }));
        return [{ code }, { code }];
      },
      'invoice',
    ],
    [
      'the number of an e-invoice that was read off another photo',
      async () => [
        { code: await codeOf(one, invoice(5, { SellerGstin: seller, DocNo: 'KH/5' })) },
        { gstin: seller, billNumber: 'kh-5' },
      ],
      'number',
    ],
    [
      'seller and number, however it is printed',
      async () => [
        { gstin: seller, billNumber: 'A/0012', day: '2026-06-01' },
        { gstin: seller, billNumber: 'a-0012', day: '2026-06-02' },
      ],
      'number',
    ],
    ['a UPI payment', async () => [{ upiReference }, { upiReference, total: 12 }], 'payment'],
    [
      'no number of another seller',
      async () => [
        { gstin: seller, billNumber: '7712' },
        { gstin: gstinOf(7), billNumber: '7712' },
      ],
      null,
    ],
    [
      'no number of another financial year',
      async () => [
        { gstin: seller, billNumber: '7712', day: '2026-03-31' },
        { gstin: seller, billNumber: '7712', day: '2026-04-01' },
      ],
      null,
    ],
    ['no number without its seller', async () => [{ billNumber: '7712' }, { billNumber: '7712' }], null],
    [
      'no code that is not verified',
      async () => {
        const code = await codeOf({ ...(await portal('forger')), kid: one.kid }, invoice(9));
        return [{ code }, { code }];
      },
      null,
    ],
    [
      'no total and day',
      async () => [
        { total: 9, day: '2026-07-01' },
        { total: 9, day: '2026-07-01' },
      ],
      null,
    ],
  ])('is told by %s', async (_, readings, same) => {
    const [first, second] = await readings();
    const mine = await fileWith(first);
    const theirs = await fileWith(second, await server.as('employee2'));
    expect((await rowOf(mine))?.duplicateOf).toEqual(same === null ? [] : [told(theirs, same)]);
    const row = await rowOf(theirs);
    expect(row?.duplicateOf).toEqual(same === null ? [] : [told(mine, same)]);
    expect(localExpense.parse(row)).toEqual(row);
  });

  it('is told once of a claim, by what says most', async () => {
    const code = await codeOf(one, invoice(bills, { SellerGstin: seller }));
    const read = { gstin: seller, billNumber: '31', upiReference };
    const first = await fileWith({ ...read, code });
    const second = await fileWith({ ...read, code });
    const third = await fileWith(read);
    expect((await rowOf(first))?.duplicateOf).toEqual([told(second, 'invoice'), told(third, 'payment')]);
  });

  it('says the file where it is the same file', async () => {
    const first = await fileWith({ upiReference });
    const [{ fingerPrint = '' } = {}] = first.billUrl;
    const reading = { fingerPrint, upiReference };
    const second = dataOf(await create(employee, expenseBody(fingerPrint, { readings: [reading] })));
    const { expenseId: id, employeeName, expenseDate } = second;
    expect((await rowOf(first))?.duplicateOf).toEqual([{ id, employeeName, expenseDate }]);
  });

  it('is told over the kinds of claim, to who decides and to finance, on lists and in what waits', async () => {
    const trip = await travel.goneTrip(server);
    const fingerPrint = await employee.bill(`another photo ${bills}`);
    const body = travel.travelBody(fingerPrint, { readings: [{ fingerPrint, upiReference }] });
    const there = dataOf<TravelExpense>(await travel.create(employee, trip, body));
    const here = await fileWith({ upiReference });
    const { expenseId: id, employeeName, expenseDate } = there;
    const expected = [{ id, employeeName, expenseDate, same: 'payment' }];
    const waiting = dataOf<{ record: LocalExpense }[]>(await manager.get('/api/v1/list-auth?pageSize=100'));
    expect(waiting.find(({ record }) => record.expenseId === here.expenseId)?.record.duplicateOf).toEqual(expected);
    dataOf(await approve(manager, here.expenseId));
    // What finance may not see stays unnamed.
    const finance = await server.as('finance');
    expect((await rowOf(here, finance, '&pageSize=100'))?.duplicateOf).toEqual([{ expenseDate, same: 'payment' }]);
    dataOf(await travel.approve(manager, id));
    expect((await rowOf(here, finance, '&pageSize=100'))?.duplicateOf).toEqual(expected);
  });

  it('is never told its owner, and refuses nothing', async () => {
    const mine = await fileWith({ upiReference });
    const theirs = await fileWith({ upiReference }, await server.as('employee2'));
    expect(await own(employee, mine.expenseId)).toEqual(mine);
    const page = await employee.get(urlOf(getRecord, { parts: { id: mine.expenseId } }));
    for (const answer of [JSON.stringify(mine), page.text]) {
      expect(answer).not.toContain('duplicate');
      expect(answer).not.toContain(theirs.expenseId);
    }
  });

  it('leaves claims unnamed that the viewer may not see', async () => {
    const mine = await fileWith({ upiReference });
    const foreign = await fileWith({ upiReference }, await server.as('employee3'), { expenseDate: NOW - 2 * DAY });
    expect((await rowOf(mine))?.duplicateOf).toEqual([{ expenseDate: foreign.expenseDate, same: 'payment' }]);
  });

  it('counts rejected claims and leaves withdrawn ones out, as with the same file', async () => {
    const first = await fileWith({ upiReference });
    const second = await fileWith({ upiReference });
    dataOf(await reject(manager, second.expenseId));
    expect((await rowOf(first))?.duplicateOf).toEqual([told(second, 'payment')]);
    const third = await fileWith({ upiReference });
    await server.database.db
      .updateTable('claims')
      .set({ withdrawn_at: NOW })
      .where('id', '=', third.expenseId)
      .execute();
    expect((await rowOf(first))?.duplicateOf).toEqual([told(second, 'payment')]);
  });

  it('stays with a bill that stays on a changed claim, and follows what is sent anew', async () => {
    const first = await fileWith({ gstin: seller, billNumber: '501' });
    const second = await fileWith({ gstin: seller, billNumber: '501' });
    const [{ fingerPrint = '' } = {}] = second.billUrl;
    dataOf(await update(employee, second.expenseId, expenseBody(fingerPrint)));
    expect((await rowOf(first))?.duplicateOf).toEqual([told(second, 'number')]);
    const anew = [{ fingerPrint, gstin: seller, billNumber: '502' }];
    dataOf(await update(employee, second.expenseId, expenseBody(fingerPrint, { readings: anew })));
    expect((await rowOf(first))?.duplicateOf).toEqual([]);
  });

  it('is not told by a number beside a GSTIN of the organisation itself', async () => {
    const first = await fileWith({ gstin: seller, billNumber: '601' });
    await fileWith({ gstin: seller, billNumber: '601' });
    expect((await rowOf(first))?.duplicateOf).toHaveLength(1);
    const admin = await server.as('org-admin');
    expect((await admin.put(urlOf(saveGstins), { gstins: [seller] })).status).toBe(200);
    expect((await rowOf(first))?.duplicateOf).toEqual([]);
  });

  it('names ten and counts the others, each by what is the same', async () => {
    const first = await fileWith({ upiReference, gstin: seller, billNumber: '701' });
    for (let n = 0; n < MAX_LISTED_INSIDE; n += 1) await fileWith({ gstin: seller, billNumber: '701' });
    await fileWith({ upiReference });
    const row = await rowOf(first);
    expect(row?.duplicateOf).toHaveLength(MAX_LISTED_INSIDE);
    expect([row?.duplicates, row?.duplicatesBy]).toEqual([11, { number: 10, payment: 1 }]);
    expect(localExpense.parse(row)).toEqual(row);
  });
});
