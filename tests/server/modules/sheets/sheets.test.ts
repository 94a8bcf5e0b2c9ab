import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SIGNED_FOR_MS } from '#contract/sheets.ts';
import { verifyAudit } from '#server/platform/audit/audit.ts';
import { own } from '#tests/support/expenses.ts';
import * as told from '#tests/support/notifications.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';
import * as tally from '#tests/support/tally.ts';
import { EXPENSE_HEAD, PAYMENT_HEAD, xlsx } from '#tests/support/tally.ts';
import { vouchersIn, paise } from './vouchers.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ UPLOADS_PER_HOUR: '1000' });
});
afterAll(async () => {
  expect(await verifyAudit(server.database.db)).toBeNull();
  await server.close();
});

const docs = () => server.as('finance-docs');
const fetched = (address: string) => server.with(null).get(address);
const cellsOf = async (address: string): Promise<unknown[][]> =>
  (await readXlsx((await fetched(address)).bytes)).sheets[0]?.rows ?? [];

describe('PAY-5 Expense.xlsx', () => {
  it('PAY-1 makes a batch of the good rows, sent with the answer, and returns the others with reasons', async () => {
    const [good = '', named = '', wrong = ''] = await tally.approvedClaims(server, 3, { amount: 1234.56 });
    const [pending = ''] = await tally.approvedClaims(server, 1, { byFinance: false });
    const answer = tally.sheetOf(
      await tally.expenses(
        await docs(),
        await xlsx([
          EXPENSE_HEAD,
          [good, 1234.56, null, null, null],
          [named, '1,234.56', 'Travel & Food <A>', 'North "1"', 'Dinner'],
          [wrong, 1000, null, null, null],
          [pending, 1234.56, null, null, null],
          ['EXP-unknown', 1, null, null, null],
          [good, 1234.56, null, null, null],
          [null, 5, null, null, null],
          [wrong, 'a lot', null, null, null],
        ]),
      ),
    );
    expect(answer).toMatchObject({ success: true, errorMessage: null, done: 2, refused: 6 });
    const [batchName = '', refusedName = ''] = Object.keys(answer.data);
    expect([batchName.startsWith('Tally-TLY'), refusedName]).toEqual([true, 'Expense-refused.xlsx']);
    const file = await fetched(answer.data[batchName] ?? '');
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'application/xml']);
    const vouchers = vouchersIn(file.text);
    expect(vouchers.map((voucher) => voucher['@_REMOTEID']).toSorted()).toEqual(
      [`kharcha-${good}`, `kharcha-${named}`].toSorted(),
    );
    const own = vouchers.find((voucher) => voucher['@_REMOTEID'].endsWith(named));
    expect(own).toMatchObject({ '@_VCHTYPE': 'Journal', DATE: '20260715', NARRATION: 'Dinner' });
    expect(own?.['ALLLEDGERENTRIES.LIST']).toMatchObject([
      {
        LEDGERNAME: 'Travel & Food <A>',
        ISDEEMEDPOSITIVE: 'Yes',
        AMOUNT: '-1234.56',
        'CATEGORYALLOCATIONS.LIST': { 'COSTCENTREALLOCATIONS.LIST': { NAME: 'North "1"', AMOUNT: '-1234.56' } },
      },
      { LEDGERNAME: 'Employee Payable', ISDEEMEDPOSITIVE: 'No', AMOUNT: '1234.56' },
    ]);
    expect(await cellsOf(answer.data[refusedName] ?? '')).toEqual([
      [...EXPENSE_HEAD, 'Reason'],
      [good, '1234.56', null, null, null, 'This claim is already in a row above'],
      [null, '5', null, null, null, 'Please enter the expense id'],
      [wrong, 'a lot', null, null, null, 'Amount must be digits, with comma or dot'],
      [wrong, '1000', null, null, null, 'Finance approved ₹1,234.56'],
      [pending, '1234.56', null, null, null, 'This request is not approved by finance.'],
      ['EXP-unknown', '1', null, null, null, 'There is no request with this id'],
    ]);
    const batch = (await tally.batches(await docs())).body['data'] as { batchId: string }[];
    expect(batch[0]).toMatchObject({
      batchId: batchName.slice(6, -4),
      status: 'EXPORTED',
      source: 'SHEET',
      vouchers: 2,
      amount: 2469.12,
      mayExport: false,
      createdBy: { email: 'finance-docs@example.com' },
    });
  });

  it('PAY-7 the same sheet again changes nothing and answers the same file; refused rows are retried', async () => {
    const api = await docs();
    const [one = ''] = await tally.approvedClaims(server, 1);
    const [later = ''] = await tally.approvedClaims(server, 1, { byFinance: false });
    const sheet = await xlsx([EXPENSE_HEAD, [one, 450.5, null, null, null], [later, 450.5, null, null, null]]);
    const first = tally.sheetOf(await tally.expenses(api, sheet));
    const again = tally.sheetOf(await tally.expenses(api, sheet));
    expect([Object.keys(again.data), again.done, again.refused]).toEqual([Object.keys(first.data), 1, 1]);
    expect(
      (await server.database.db.selectFrom('sheet_uploads').select('claim_ids').execute()).filter((row) =>
        row.claim_ids.includes(one),
      ),
    ).toHaveLength(1);
    await tally.financeApproved(server, [later]);
    const third = tally.sheetOf(await tally.expenses(api, sheet));
    expect([third.done, third.refused, Object.keys(third.data).filter((name) => name.endsWith('.xml')).length]).toEqual(
      [2, 0, 2],
    );
    // Another sheet with the same claim: it is in a batch by now.
    const other = tally.sheetOf(await tally.expenses(api, await xlsx([EXPENSE_HEAD, [one, 450.5, 'X', null, null]])));
    expect([other.done, other.refused]).toEqual([0, 1]);
  });

  it('of two uploads of it at once each row is carried out once', async () => {
    const api = await docs();
    const ids = await tally.approvedClaims(server, 3);
    const sheet = await xlsx([EXPENSE_HEAD, ...ids.map((id) => [id, 450.5, null, null, null])]);
    const answers = (await Promise.all([1, 2, 3].map(() => tally.expenses(api, sheet)))).map(tally.sheetOf);
    expect(answers.map(({ done, refused }) => [done, refused])).toEqual([
      [3, 0],
      [3, 0],
      [3, 0],
    ]);
    expect(new Set(answers.flatMap(({ data }) => Object.keys(data))).size).toBe(1);
  });

  it.each([
    ['no rows', [EXPENSE_HEAD], 'The sheet has no rows'],
    ['nothing at all', [], 'The sheet has no rows'],
    [
      'another sheet’s headings',
      [PAYMENT_HEAD, ['EXP1', 1, '01-07-2026', 'X']],
      "The sheet has no column 'Approved Amount'",
    ],
  ])('%s: success false and a sentence', async (_name, rows, message) => {
    expect((await tally.expenses(await docs(), await xlsx(rows))).body).toMatchObject({
      success: false,
      errorMessage: message,
      message,
      code: 'INVALID',
    });
  });
});

describe('PAY-6 Payment.xlsx', () => {
  it('marks claims paid, gives back balanced payment vouchers, and their owner is told', async () => {
    const [typed = '', dated = '', over = '', early = '', future = ''] = await tally.approvedClaims(server, 5, {
      amount: 0.07,
    });
    await told.tell(server);
    await told.forgetAll(server);
    const answer = tally.sheetOf(
      await tally.payments(
        await docs(),
        await xlsx([
          ['REFERENCE ', 'payment  date', 'Expense Id', 'Paid Amount', 'Remarks'],
          ['UTR & 1', '15-07-2026', typed, '0.07', 'ignored'],
          ['UTR 2', new Date(Date.UTC(2026, 6, 15)), dated, 0.05, null],
          ['UTR 3', '15-07-2026', over, 0.08, null],
          ['UTR 4', '14-07-2026', early, 0.07, null],
          ['UTR 5', '16-07-2026', future, 0.07, null],
          [null, '15-07-2026', future, 0.07, null],
          ['UTR 7', 'tomorrow', 'EXP-unknown', 0.07, null],
          ['UTR 8', '15-07-2026', 'EXP-other', 0.07, null],
        ]),
      ),
    );
    expect(answer).toMatchObject({ success: true, done: 2, refused: 6 });
    const paid = await own(await server.as('employee'), typed);
    expect(paid).toMatchObject({
      paymentDate: Date.parse('2026-07-15T00:00:00+05:30'),
      paidAmount: 0.07,
      paymentReference: 'UTR & 1',
      financeApprovalStatus: 'FINANCE_APPROVED',
    });
    expect((await own(await server.as('employee'), dated)).paidAmount).toBe(0.05);

    const [voucherName = '', refusedName = ''] = Object.keys(answer.data);
    const vouchers = vouchersIn((await fetched(answer.data[voucherName] ?? '')).text);
    expect(
      vouchers
        .map((voucher) => [voucher['@_REMOTEID'], voucher['@_VCHTYPE'], voucher.DATE, voucher.REFERENCE])
        .toSorted(),
    ).toEqual(
      [
        [`kharcha-payment-${typed}`, 'Payment', '20260715', 'UTR & 1'],
        [`kharcha-payment-${dated}`, 'Payment', '20260715', 'UTR 2'],
      ].toSorted(),
    );
    for (const voucher of vouchers)
      expect(voucher['ALLLEDGERENTRIES.LIST'].reduce((sum, entry) => sum + paise(entry.AMOUNT), 0)).toBe(0);
    expect((await cellsOf(answer.data[refusedName] ?? '')).map((row) => row.at(-1))).toEqual([
      'Reason',
      'Please enter the reference',
      'Payment date must be a date, as 31-12-2026',
      'Finance approved ₹0.07',
      'Finance approved it on 15-07-2026',
      'Payment date cannot be in the future',
      'There is no request with this id',
    ]);

    await told.tell(server);
    expect(await told.unread(await server.as('employee'))).toEqual(['paid localExpense 2']);
  });

  it('PAY-7 the same sheet again pays nothing twice, and another one says when it was paid', async () => {
    const api = await docs();
    const [id = ''] = await tally.approvedClaims(server, 1);
    const sheet = await xlsx([PAYMENT_HEAD, [id, 450.5, '15-07-2026', 'UTR 1']]);
    const first = tally.sheetOf(await tally.payments(api, sheet));
    const { version } = await own(await server.as('employee'), id);
    const again = tally.sheetOf(await tally.payments(api, sheet));
    expect([again.done, again.refused, Object.keys(again.data)]).toEqual([1, 0, Object.keys(first.data)]);
    expect((await own(await server.as('employee'), id)).version).toBe(version);
    const other = tally.sheetOf(
      await tally.payments(api, await xlsx([PAYMENT_HEAD, [id, 450.5, '15-07-2026', 'UTR 2']])),
    );
    expect((await cellsOf(Object.values(other.data)[0] ?? '')).at(1)?.at(-1)).toBe(
      'This request was paid on 15-07-2026.',
    );
  });

  it('refused rows can be put right in the sheet that came back, and uploaded as they are', async () => {
    const api = await docs();
    const [id = ''] = await tally.approvedClaims(server, 1);
    const refused = tally.sheetOf(await tally.payments(api, await xlsx([PAYMENT_HEAD, [id, 450.5, null, 'UTR 1']])));
    const rows = await cellsOf(refused.data['Payment-refused.xlsx'] ?? '');
    const right = rows.map((row, n) =>
      n === 0 ? row : row.map((cell, at) => (at === 2 ? '15-07-2026' : cell)),
    ) as string[][];
    expect(tally.sheetOf(await tally.payments(api, await xlsx(right)))).toMatchObject({ done: 1, refused: 0 });
  });
});

describe('PAY-9 the sheets to fill in', () => {
  it('hold what waits, can be uploaded as they are, and are good for five minutes without a token', async () => {
    const api = await docs();
    const [id = ''] = await tally.approvedClaims(server, 1, { amount: 99999.99 });
    const address = (await tally.template(api, false)).body['data'] as string;
    const rows = await cellsOf(address);
    expect(rows[0]).toEqual(EXPENSE_HEAD);
    expect(rows.find(([first]) => first === id)).toMatchObject([
      id,
      99999.99,
      'Local expense - Others',
      'Field Sales South',
      expect.stringContaining('Asha Nair'),
    ]);
    const file = await fetched(address);
    expect([file.headers.get('content-disposition'), file.headers.get('cache-control')]).toEqual([
      `attachment; filename="Expense.xlsx"; filename*=UTF-8''Expense.xlsx`,
      'no-store',
    ]);
    expect(tally.sheetOf(await tally.expenses(api, file.bytes)).done).toBe(rows.length - 1);

    const payments = (await tally.template(api, true)).body['data'] as string;
    expect((await fetched(payments)).headers.get('content-disposition')).toContain('filename="Payment.xlsx"');
    expect((await cellsOf(payments)).find(([first]) => first === id)?.slice(0, 2)).toEqual([id, 99999.99]);

    server.clock.now += SIGNED_FOR_MS + 1;
    expect((await fetched(payments)).status).toBe(404);
  });

  it('Z28 an address that somebody changed leads nowhere', async () => {
    const address = (await tally.template(await docs(), false)).body['data'] as string;
    expect((await fetched(address)).status).toBe(200);
    for (const changed of [
      address.replace('/expense?', '/payment?'),
      address.replace('/sheet/', '/tally-batch/'),
      address.replace(/expires=(\d)/, 'expires=9'),
      address.slice(0, -2),
      address.replace(/signature=.*/, 'signature=AAAA'),
    ])
      expect((await fetched(changed)).status).toBe(404);
    expect((await fetched(address.replace(/&signature.*/, ''))).status).toBe(400);
    expect(
      (await server.as('finance-docs').then((api) => api.get('/api/v1/downloadExpenseExcel?isPayments=perhaps')))
        .status,
    ).toBe(400);
  });
});
