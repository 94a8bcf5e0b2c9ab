import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { addGstKey } from '#contract/calls/gstKeys.ts';
import { getHeldOnMe } from '#contract/calls/held.ts';
import { getRecord } from '#contract/calls/records.ts';
import { urlOf } from '#contract/endpoint.ts';
import { localExpense, travelExpense, type TravelExpense } from '#contract/expense.ts';
import { runDaily } from '#server/main/dailyJobs.ts';
import { judgeUnknownCodes } from '#server/modules/claims/index.ts';
import type { Api } from '#tests/support/api.ts';
import { create, dataOf, expenseBody, found, own, update } from '#tests/support/expenses.ts';
import {
  E_INVOICE,
  codeOf,
  dataOf as invoice,
  gstinOf,
  portal,
  unsignedCodeOf,
  type Portal,
} from '#tests/support/gstCodes.ts';
import { email } from '#tests/support/people.ts';
import { NOW, startServer, type TestServer } from '#tests/support/server.ts';
import * as travel from '#tests/support/travelClaims.ts';
import { verifyPage } from '#tests/support/verifyPage.ts';

let server: TestServer;
let employee: Api;
let one: Portal;
let code: string;
let bills = 0;
beforeAll(async () => {
  server = await startServer();
  employee = await server.as('employee');
  one = await portal('one');
  const admin = await server.as('org-admin');
  await admin.post(urlOf(addGstKey), { pem: one.pem, kid: one.kid, validFrom: '2020-10-01', validTo: null });
  code = await codeOf(one, invoice(7));
});
afterAll(() => server.close());

const quiet = { info: () => undefined, error: () => undefined };
const newBill = (): Promise<string> => employee.bill(`read bill ${(bills += 1)}`);
const SUGGESTED = { total: 1_240, day: '2026-07-10', merchant: 'Hotel Annapoorna', sure: ['total'] };
const VERIFIED = {
  code: 'verified',
  eInvoice: { ...E_INVOICE, value: 1_007.07, irn: invoice(7)['Irn'] },
};
const readingOf = (claim: { billUrl: readonly { reading?: unknown }[] }, at = 0): unknown => claim.billUrl[at]?.reading;
const fileWith = async (reading: Record<string, unknown>) => {
  const fingerPrint = await newBill();
  return dataOf(await create(employee, expenseBody(fingerPrint, { readings: [{ fingerPrint, ...reading }] })));
};

describe('READ-12 what was suggested of a bill', () => {
  it('is kept with the bill of a local expense, and told its owner, approver and the record page', async () => {
    const claim = await fileWith(SUGGESTED);
    expect(localExpense.parse(claim)).toEqual(claim);
    expect(readingOf(claim)).toEqual(SUGGESTED);
    expect(await own(employee, claim.expenseId)).toEqual(claim);
    const queue = await found(await server.as('manager'), `&filter=MANAGER_EMAIL:${email('manager')}&pageSize=100`);
    const seen = queue.results.content.find((row) => row.expenseId === claim.expenseId);
    expect(seen && readingOf(seen)).toEqual(SUGGESTED);
    const page = await employee.get(urlOf(getRecord, { parts: { id: claim.expenseId } }));
    expect(readingOf(dataOf<{ record: { record: typeof claim } }>(page).record.record)).toEqual(SUGGESTED);
  });

  it('is kept with the bill of a travel claim, as it is filed and as it is changed', async () => {
    const trip = await travel.goneTrip(server);
    const [first, second] = [await newBill(), await newBill()];
    const body = travel.travelBody(first, { readings: [{ fingerPrint: first, ...SUGGESTED }] });
    const claim = dataOf<TravelExpense>(await travel.create(employee, trip, body));
    expect(travelExpense.parse(claim)).toEqual(claim);
    expect(readingOf(claim)).toEqual(SUGGESTED);
    const change = { billUrl: [second, first], readings: [{ fingerPrint: second, code }] };
    const changed = dataOf<TravelExpense>(
      await travel.update(employee, claim.expenseId, travel.travelBody(first, change)),
    );
    expect(changed.billUrl.map(({ reading }) => reading)).toEqual([VERIFIED, SUGGESTED]);
  });

  it('stays with a bill that stays, goes with one that goes, and is replaced by what is sent anew', async () => {
    const { expenseId, billUrl } = await fileWith({ ...SUGGESTED, code });
    const [first = '', second] = [billUrl[0]?.fingerPrint, await newBill()];
    const save = async (changes: Record<string, unknown>) =>
      dataOf(await update(employee, expenseId, expenseBody(first, changes)));
    expect(readingOf(await save({ billUrl: [second, first] }), 1)).toEqual({ ...SUGGESTED, ...VERIFIED });
    const anew = await save({ readings: [{ fingerPrint: first, total: 99 }] });
    expect(readingOf(anew)).toEqual({ total: 99, ...VERIFIED });
    await save({ billUrl: [second] });
    expect(readingOf(await save({}))).toBeUndefined();
  });

  test.each<[string, unknown]>([
    ['is no list', 'x'],
    ['is of nothing', [null, 7, {}]],
    ['is of a bill that the claim has not', [{ fingerPrint: 'b'.repeat(64), total: 1 }]],
    ['cannot be understood', [{ fingerPrint: 'BILL', total: { a: 1 }, merchant: '\u0001', code: 'https://x.example' }]],
  ])('never refuses the claim: what %s is left out', async (_, readings) => {
    const fingerPrint = await newBill();
    const sent = JSON.parse(JSON.stringify(readings).replace('BILL', fingerPrint)) as unknown;
    const claim = dataOf(await create(employee, expenseBody(fingerPrint, { readings: sent })));
    expect(claim.billUrl[0]).not.toHaveProperty('reading');
    expect(await own(employee, claim.expenseId)).toEqual(claim);
  });

  it('PDA-1 is told to whom it is about', async () => {
    const claim = await fileWith({ ...SUGGESTED, code });
    const { bytes } = await employee.get(urlOf(getHeldOnMe));
    const pack = new Map(
      verifyPage()
        .readPack(bytes)
        .map((each) => [each.name, Buffer.from(each.bytes).toString()]),
    );
    const all = [...pack.values()].find((text) => text.includes('gst_code') && text.includes(claim.expenseId)) ?? '';
    expect(all).toContain(code);
    expect(all).toContain('Hotel Annapoorna');
  });
});

describe('GST-8 the signed code of a bill', () => {
  it('is verified by the server, by the keys of the organisation', async () => {
    const claim = await fileWith({ code });
    expect(readingOf(claim)).toEqual(VERIFIED);
    expect(await own(employee, claim.expenseId)).toEqual(claim);
  });

  it('is what the server finds, whatever the device says', async () => {
    const forged = await codeOf({ ...(await portal('forger')), kid: one.kid }, invoice(8));
    expect(readingOf(await fileWith({ code: forged, eInvoice: VERIFIED.eInvoice }))).toEqual({ code: 'altered' });
    const stranger = await codeOf(await portal('stranger'), invoice(8));
    expect(readingOf(await fileWith({ code: stranger, ...SUGGESTED }))).toEqual({ ...SUGGESTED, code: 'unknownKey' });
    expect(readingOf(await fileWith({ code: unsignedCodeOf(invoice(8)) }))).toBeUndefined();
  });

  it('is judged again at night where its key was not known, and has come', async () => {
    const late = await portal('late');
    const facts = { SellerGstin: gstinOf(900), DocNo: 'L/1' };
    const paper = { groups: [3, 7], times: [152] };
    const claim = await fileWith({ code: await codeOf(late, invoice(9, facts)), ...SUGGESTED, paper });
    const other = await fileWith({ gstin: gstinOf(900), billNumber: 'l-1' });
    const night = (): Promise<string[]> =>
      runDaily({ ...server, clientDir: server.dataDir, clock: () => NOW, log: quiet }, ['gstCodes']);
    await night();
    expect(readingOf(await own(employee, claim.expenseId))).toEqual({ ...SUGGESTED, code: 'unknownKey' });

    const admin = await server.as('org-admin');
    await admin.post(urlOf(addGstKey), { pem: late.pem, kid: late.kid, validFrom: '2020-10-01', validTo: null });
    expect(await night()).toEqual([]);
    const now = await own(employee, claim.expenseId);
    expect(readingOf(now)).toMatchObject({ ...SUGGESTED, code: 'verified', eInvoice: { billNumber: 'L/1' } });
    expect(now.version).toBe(claim.version);
    const queue = await found(await server.as('manager'), `&filter=MANAGER_EMAIL:${email('manager')}&pageSize=100`);
    const row = queue.results.content.find(({ expenseId }) => expenseId === other.expenseId);
    expect(row?.duplicateOf).toMatchObject([{ id: claim.expenseId, same: 'number' }]);
    expect(await judgeUnknownCodes(server.database.db)).toBe(0);
    const kept = await server.database.db
      .selectFrom('claim_bills')
      .select('paper')
      .where('claim_id', '=', claim.expenseId)
      .executeTakeFirst();
    expect(kept?.paper).toMatchObject({ ...paper, irn: invoice(9, facts)['Irn'] });
  });

  it('is told by no answer itself', async () => {
    const claim = await fileWith({ code });
    expect(JSON.stringify(await own(employee, claim.expenseId))).not.toContain(code.split('.')[1]);
  });
});
