import { describe, expect, it } from 'vitest';
import {
  isEmptyRow,
  mayPay,
  mayPost,
  parseExpenseRow,
  parseHeadings,
  parsePaymentRow,
  textOfCell,
  type CellContent,
  type Columns,
} from '#domain/sheets.ts';

const columnsOf = (kind: 'expense' | 'payment', headings: CellContent[]): Columns => {
  const parsed = parseHeadings(kind, headings);
  if ('message' in parsed) throw new Error(parsed.message);
  return parsed.value;
};
const expense = columnsOf('expense', ['Expense Id', 'Approved Amount', 'Ledger', 'Cost Centre', 'Narration']);
const payment = columnsOf('payment', ['Expense Id', 'Paid Amount', 'Payment Date', 'Reference']);
const said = (read: object): unknown => ('message' in read ? read.message : (read as { value: unknown }).value);

describe('PAY-4 headings', () => {
  it('are found whatever their case, their order and what stands between', () => {
    expect([
      ...columnsOf('payment', ['Notes', ' REFERENCE ', 'payment   date', null, 'Expense ID', 'Paid amount', 7]),
    ]).toEqual([
      ['Expense Id', 4],
      ['Paid Amount', 5],
      ['Payment Date', 2],
      ['Reference', 1],
    ]);
    expect(said(parseHeadings('payment', ['Expense Id', 'Paid Amount']))).toBe(
      "The sheet has no column 'Payment Date'",
    );
    expect(columnsOf('expense', ['Expense Id', 'Approved Amount']).size).toBe(2);
  });

  it('that stand there twice are refused: which of the two is meant nobody knows', () => {
    expect(
      said(parseHeadings('payment', ['Expense Id', 'Paid Amount', 'Payment Date', 'Reference', 'PAID AMOUNT'])),
    ).toBe("The sheet has two columns 'Paid Amount'");
    expect(said(parseHeadings('expense', ['Expense Id', 'Approved Amount', 'Ledger', 'Ledger']))).toBe(
      "The sheet has two columns 'Ledger'",
    );
  });

  it('a number that lost digits is not given back as a text, which would be taken the next time', () => {
    expect([textOfCell(1_234_567_890_123_450), textOfCell(999_999_999_999_999)]).toEqual(['', '999999999999999']);
  });

  it('a row of blanks is none', () => {
    expect([isEmptyRow([null, '  ', '']), isEmptyRow([]), isEmptyRow([null, 0]), isEmptyRow([false])]).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  it('a refused row gives back what stood there', () => {
    expect([
      textOfCell(null),
      textOfCell(12.5),
      textOfCell(true),
      textOfCell('x'),
      textOfCell(new Date(Date.UTC(2026, 6, 5))),
      textOfCell(new Date(Number.NaN)),
      textOfCell(new Date(-8.64e15)),
    ]).toEqual(['', '12.5', 'true', 'x', '05-07-2026', '', '']);
  });
});

describe('PAY-5 a row of Expense.xlsx', () => {
  it.each<[CellContent[], unknown]>([
    [
      ['EXP1', 450.5, 'Food', 'South', 'Dinner'],
      { id: 'EXP1', paise: 45_050, ledger: 'Food', costCentre: 'South', narration: 'Dinner' },
    ],
    [
      [' EXP1 ', '₹ 1,23,456.05', null, null, null],
      { id: 'EXP1', paise: 12_345_605, ledger: '', costCentre: '', narration: '' },
    ],
    // What a spreadsheet makes of 0.1 + 0.2.
    [['EXP1', 0.1 + 0.2, null, null, null], { id: 'EXP1', paise: 30, ledger: '', costCentre: '', narration: '' }],
    [[null, 1], 'Please enter the expense id'],
    [['EXP1', null], 'Please enter the approved amount'],
    [['EXP1', 0], 'Amount must be more than 0'],
    [['EXP1', -5], 'Amount must be digits, with comma or dot'],
    [['EXP1', 1.005], 'Amount cannot have more than two decimals'],
    [['EXP1', true], 'Amount must be a number'],
    [['EXP1', new Date(0)], 'Amount must be a number'],
    [['EXP1', 1, 'x'.repeat(101)], 'Ledger cannot be longer than 100 characters'],
    [['EXP1', 1, 'a\u0000b'], 'Ledger contains characters that cannot be stored'],
    [['EXP1', 1, null, null, 'x'.repeat(501)], 'Narration cannot be longer than 500 characters'],
  ])('%j', (cells, outcome) => {
    expect(said(parseExpenseRow(expense, cells))).toEqual(outcome);
  });

  it('names the amount that finance approved', () => {
    expect([mayPost({ paise: 5 }, 5).ok, mayPost({ paise: 5 }, 123_456)]).toEqual([
      true,
      { ok: false, code: 'CONFLICT', message: 'Finance approved ₹1,234.56' },
    ]);
  });
});

describe('PAY-6 a row of Payment.xlsx', () => {
  const good = { id: 'EXP1', paise: 45_050, day: '2026-07-15', reference: 'UTR 1' };
  it.each<[CellContent[], unknown]>([
    [['EXP1', 450.5, '15-07-2026', ' UTR  1 '], good],
    [['EXP1', 450.5, '15/7/2026', 'UTR 1'], good],
    [['EXP1', 450.5, ' 2026-07-15 ', 'UTR 1'], good],
    [['EXP1', 450.5, '2026-02-31', 'UTR 1'], 'Payment date must be a date, as 31-12-2026'],
    [['EXP1', 450.5, new Date(Date.UTC(2026, 6, 15)), 'UTR 1'], good],
    [['EXP1', 450.5, new Date(Date.UTC(2026, 6, 15, 23, 59)), 'UTR 1'], good],
    [['EXP1', 450.5, '15-07-2026', 12_345], { ...good, reference: '12345' }],
    [['EXP1', 450.5, null, 'UTR 1'], 'Please enter the payment date'],
    [['EXP1', 450.5, '31-02-2026', 'UTR 1'], 'Payment date must be a date, as 31-12-2026'],
    [['EXP1', 450.5, 46_218, 'UTR 1'], good],
    [['EXP1', 450.5, 46_218.5, 'UTR 1'], 'Payment date must be a date, as 31-12-2026'],
    [['EXP1', 450.5, 15_072_026, 'UTR 1'], 'Payment date must be a date, as 31-12-2026'],
    [['EXP1', 450.5, new Date(Number.NaN), 'UTR 1'], 'Payment date must be a date, as 31-12-2026'],
    [['EXP1', 450.5, '15-07-2026', '  '], 'Please enter the reference'],
    [['EXP1', null, '15-07-2026', 'UTR 1'], 'Please enter the paid amount'],
    [
      ['EXP1', 450.5, '15-07-2026', 999_999_999_999_999],
      { id: 'EXP1', paise: 45_050, day: '2026-07-15', reference: '999999999999999' },
    ],
    // What stands in the file is another number than the bank's: spreadsheets keep fifteen digits.
    [
      ['EXP1', 450.5, '15-07-2026', 1_234_567_890_123_450],
      'Reference has more digits than a sheet keeps of a number. Please enter it as text',
    ],
    [
      ['EXP1', 450.5, '15-07-2026', 1e22],
      'Reference has more digits than a sheet keeps of a number. Please enter it as text',
    ],
  ])('%j', (cells, outcome) => {
    expect(said(parsePaymentRow(payment, cells))).toEqual(outcome);
  });

  const claim = {
    financeStatus: 'FINANCE_APPROVED',
    withdrawn: false,
    approvedPaise: 50_000,
    approvedOn: '2026-07-10',
    paidOn: null,
    duties: { actorId: 'payer', ownerId: 'owner', decidedBefore: ['manager', 'finance'] },
  };
  const TODAY = '2026-07-15';
  it.each([
    ['as it should be', {}, {}, null],
    ['all of it, on the day of approval', {}, { paise: 50_000, day: '2026-07-10' }, null],
    ['more than finance approved', {}, { paise: 50_001 }, 'Finance approved ₹500.00'],
    ['tomorrow', {}, { day: '2026-07-16' }, 'Payment date cannot be in the future'],
    ['before it was approved', {}, { day: '2026-07-09' }, 'Finance approved it on 10-07-2026'],
    ['twice', { paidOn: '2026-07-12' }, {}, 'This request was paid on 12-07-2026.'],
    ['not approved', { financeStatus: 'FINANCE_PENDING' }, {}, 'This request is not approved by finance.'],
    ['withdrawn', { withdrawn: true }, {}, 'This request was withdrawn.'],
    ['one’s own', { duties: { actorId: 'payer', ownerId: 'payer' } }, {}, 'You cannot decide your own request.'],
    [
      'decided by the same person',
      { duties: { actorId: 'payer', ownerId: 'owner', decidedBefore: [null, 'payer'] } },
      {},
      'You decided this request before. Somebody else must take the next step.',
    ],
  ])('%s', (_name, ofClaim, ofRow, message) => {
    const may = mayPay({ ...claim, ...ofClaim }, { ...good, ...ofRow }, TODAY);
    expect(may.ok ? null : may.message).toBe(message);
  });
});
