import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addGstKey, saveGstins } from '#contract/calls/gstKeys.ts';
import { downloadGstCredits } from '#contract/calls/reports.ts';
import { urlOf } from '#contract/endpoint.ts';
import type { Api } from '#tests/support/api.ts';
import { approve, file, reject } from '#tests/support/expenses.ts';
import { BUYER, codeOf, dataOf as invoice, gstinOf, portal, SELLER, type Portal } from '#tests/support/gstCodes.ts';
import { byTitle, csvRows } from '#tests/support/reports.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
let employee: Api;
let manager: Api;
let finance: Api;
let one: Portal;
let bills = 0;
beforeAll(async () => {
  server = await startServer();
  [employee, manager, finance] = [await server.as('employee'), await server.as('manager'), await server.as('finance')];
  one = await portal('one');
  const admin = await server.as('org-admin');
  await admin.post(urlOf(addGstKey), { pem: one.pem, kid: one.kid, validFrom: '2020-10-01', validTo: null });
  await admin.put(urlOf(saveGstins), { gstins: [BUYER] });
});
afterAll(() => server.close());

async function claim(code: string): Promise<string> {
  const fingerPrint = await employee.bill(`credit ${(bills += 1)}`);
  const { expenseId } = await file(employee, { billUrl: [fingerPrint], readings: [{ fingerPrint, code }] });
  return expenseId;
}
async function approved(code: string): Promise<string> {
  const id = await claim(code);
  await approve(manager, id, { managerApprovedAmount: 450.5 });
  return id;
}
async function register(query = ''): Promise<Record<string, string>[]> {
  return byTitle(csvRows((await finance.get(urlOf(downloadGstCredits) + query)).bytes));
}

describe('GST-10 the register of credits', () => {
  it('has each verified invoice to the organisation once, with its claim, and where it is used again', async () => {
    const code = await codeOf(one, invoice(7));
    const first = await approved(code);
    const again = await approved(code);
    await sql`update claims set created_at = created_at + 1 where id = ${again}`.execute(server.database.db);
    const debit = await approved(await codeOf(one, invoice(8, { DocTyp: 'DBN' })));
    await approved(await codeOf(one, invoice(9, { BuyerGstin: gstinOf(99) })));
    await approved(await codeOf(one, invoice(10, { DocTyp: 'CRN' })));
    await approved(await codeOf(await portal('stranger'), invoice(11)));
    await claim(await codeOf(one, invoice(12)));
    await reject(manager, await claim(await codeOf(one, invoice(13))));
    const rows = await register();
    expect(rows).toHaveLength(2);
    const of = (id: string) => rows.find((row) => row['Expense Id'] === id);
    expect(of(first)).toEqual({
      'Seller GSTIN': SELLER,
      'Buyer GSTIN': BUYER,
      'Document Type': 'Invoice',
      'Document Number': 'KH/26-27/7',
      'Document Date': '08-07-2026',
      'Document Value': '1007.07',
      HSN: '996311',
      IRN: invoice(7)['Irn'],
      'Expense Id': first,
      Kind: 'Local expense',
      'Employee Id': expect.any(String),
      'Employee Name': 'Asha Nair',
      'Expense Date': expect.any(String),
      'Claim Amount': '450.50',
      Status: 'Pending',
      Note: `Also on ${again}`,
    });
    expect(of(debit)).toMatchObject({ 'Document Type': 'Debit note', Note: '' });
    expect(await register('?filter=FINANCE_APPROVAL_STATUS:0')).toEqual([]);
    expect(await register('?filter=EMPLOYEE_NAME:Nobody')).toEqual([]);
  });

  it('is read in pieces, none twice and none left out', async () => {
    const before = (await register()).length;
    const id = await approved(await codeOf(one, invoice(500)));
    await sql`insert into claim_bills (claim_id, position, file_hash, name, gst)
      select claim_id, position + n, file_hash, name,
        jsonb_set(gst, '{invoice,irn}', to_jsonb(encode(sha256(n::text::bytea), 'hex')))
      from claim_bills, generate_series(1, 600) n where claim_id = ${id}`.execute(server.database.db);
    const rows = await register();
    expect(rows).toHaveLength(before + 601);
    expect(new Set(rows.map((row) => row['IRN'])).size).toBe(rows.length);
  });
});
