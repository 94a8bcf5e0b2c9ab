import { describe, expect, test } from 'vitest';
import { parseLocalExpense } from '#domain/claim.ts';
import { localExpenseCan, paidText, shownFinanceAmount } from '#domain/claimState.ts';
import { addDays, millisOfDay } from '#domain/dates.ts';
import { QUEUED_FINGER_PRINT } from '#domain/parsing.ts';

const timeZone = 'Asia/Kolkata';
const today = '2026-08-15';
const bill = 'a'.repeat(64);
const otherBill = 'b'.repeat(64);
const good = {
  localExpenseType: 'MOBILE_BILL',
  expenseDate: millisOfDay('2026-08-10', timeZone),
  claimAmount: '1,234.50',
  remarks: ' July bill ',
  billUrl: [bill],
};
const creating = { today, timeZone, creating: true };
const read = (change: Record<string, unknown>, ctx = {}) =>
  parseLocalExpense({ ...good, ...change }, { ...creating, ...ctx });
const errorsOf = (change: Record<string, unknown>, ctx = {}) => {
  const reading = read(change, ctx);
  return reading.ok ? {} : reading.errors;
};
const on = (day: string) => ({ expenseDate: millisOfDay(day, timeZone) });

describe('a local expense as sent', () => {
  test('LOC-1 is read into clean values', () => {
    expect(read({})).toEqual({
      ok: true,
      value: {
        type: 'MOBILE_BILL',
        day: '2026-08-10',
        paise: 123_450,
        remarks: 'July bill',
        bills: [{ fingerPrint: bill }],
      },
    });
  });

  test('LOC-2 LOC-3 LOC-4 LOC-5 LOC-9 every missing field is said, in the order of the form', () => {
    const parsed = parseLocalExpense({}, creating);
    expect(parsed).toEqual({
      ok: false,
      message: 'Please select expense type',
      errors: {
        localExpenseType: 'Please select expense type',
        expenseDate: 'Please enter expense date',
        claimAmount: 'Please enter claim amount',
        remarks: 'Please enter remark',
        billUrl: 'Please upload bill',
      },
    });
    expect(Object.keys(parsed.ok ? {} : parsed.errors)).toEqual([
      'localExpenseType',
      'expenseDate',
      'claimAmount',
      'remarks',
      'billUrl',
    ]);
  });

  test.each([null, undefined, 'text', 7, []])('LOC-2 a body that is %j is a form with nothing filled', (body) => {
    expect(Object.keys((parseLocalExpense(body, creating) as { errors: object }).errors)).toHaveLength(5);
  });

  test.each([['FOOD'], [''], [0], [null], ['mobile_bill'], ['constructor']])(
    'LOC-2 type %j is refused',
    (localExpenseType) => {
      expect(errorsOf({ localExpenseType })).toEqual({ localExpenseType: 'Please select expense type' });
    },
  );

  test.each([['31-02-2026'], [null], [Number.NaN], [1.5], ['1786300200000'], [9e15], [-9e15]])(
    'LOC-3 Z34 date %j is refused',
    (expenseDate) => {
      expect(errorsOf({ expenseDate })).toEqual({ expenseDate: 'Please enter expense date' });
    },
  );

  test('LOC-3 any moment of the day is that day in the organisation’s zone', () => {
    for (const ms of [millisOfDay('2026-08-10', timeZone), millisOfDay('2026-08-11', timeZone) - 1]) {
      expect(read({ expenseDate: ms })).toMatchObject({ ok: true, value: { day: '2026-08-10' } });
    }
    expect(read({ expenseDate: millisOfDay('2026-08-10', timeZone) - 1 })).toMatchObject({
      value: { day: '2026-08-09' },
    });
  });

  test.each([
    ['2026-08-15', undefined],
    ['2026-08-16', 'Expense date cannot be in the future'],
    ['9999-12-30', 'Expense date cannot be in the future'],
    [addDays(today, -90), undefined],
    [addDays(today, -91), 'Expense date cannot be more than 90 days ago'],
    ['2026-03-31', 'Expense date cannot be before 01-04-2026'],
  ])('LOC-6 LOC-7 LOC-8 Z34 date %s: %s', (day, message) => {
    expect(errorsOf(on(day))).toEqual(message ? { expenseDate: message } : {});
  });

  test.each([
    ['2026-06-30', '2026-04-01', true],
    ['2026-07-01', '2026-04-02', true],
    ['2026-07-01', '2026-04-01', false],
    ['2026-02-10', '2025-11-12', true],
    ['2026-02-10', '2025-11-11', false],
  ])('LOC-8 Z34 around the boundaries of the year: on %s, %s is accepted: %s', (now, day, accepted) => {
    expect(read(on(day), { today: now }).ok).toBe(accepted);
  });

  test('LOC-10 an edit may keep a date that has grown too old, but not choose another such one', () => {
    const old = on('2026-01-05');
    expect(read(old, { creating: false, unchangedDay: '2026-01-05' }).ok).toBe(true);
    expect(read(old, { creating: false, unchangedDay: '2026-01-06' }).ok).toBe(false);
    expect(read(old, { creating: false }).ok).toBe(false);
    expect(read(old, { creating: true, unchangedDay: '2026-01-05' }).ok).toBe(false);
  });

  test.each([
    ['', 'Please enter claim amount'],
    [null, 'Please enter claim amount'],
    [0, 'Amount must be more than 0'],
    ['1,00,0,0', 'Amount has a comma in the wrong place'],
  ])('LOC-4 Z33 amount %j: %s', (claimAmount, message) => {
    expect(errorsOf({ claimAmount })).toEqual({ claimAmount: message });
  });

  test.each([['   '], [''], [null], [5], ['\n\t']])('LOC-5 remark %j is none', (remarks) => {
    expect(errorsOf({ remarks })).toEqual({ remarks: 'Please enter remark' });
  });

  test('REM-1 a remark of 2,000 characters is stored, one more is refused', () => {
    expect(read({ remarks: 'x'.repeat(2_000) }).ok).toBe(true);
    expect(errorsOf({ remarks: 'x'.repeat(2_001) })).toEqual({
      remarks: 'Remarks cannot be longer than 2000 characters',
    });
  });

  test.each([[[]], [null], ['x'], [{}], [undefined]])('LOC-9 bills %j are none', (billUrl) => {
    expect(errorsOf({ billUrl })).toEqual({ billUrl: 'Please upload bill' });
    expect(errorsOf({ billUrl }, { creating: false, unchangedDay: today })).toEqual({ billUrl: 'Please upload bill' });
  });

  test.each([[['A'.repeat(64)]], [['abc']], [[null]], [[{}]], [[bill, { fingerPrint: '../../etc' }]]])(
    'LOC-9 a bill list with a wrong fingerPrint is refused: %j',
    (billUrl) => {
      expect(errorsOf({ billUrl })).toEqual({ billUrl: 'A bill cannot be read. Please upload it again' });
    },
  );

  test('LOC-9 bills come as text or as objects, and the same one counts once', () => {
    const reading = read({
      billUrl: [bill, { fingerPrint: bill, name: 'again.pdf' }, { fingerPrint: otherBill, name: '../b.pdf' }],
    });
    expect(reading).toMatchObject({
      value: { bills: [{ fingerPrint: bill }, { fingerPrint: otherBill, name: 'b.pdf' }] },
    });
  });

  test('LOC-12 20 bills are stored, 21 different ones refused; those that wait on the device count each', () => {
    const bills = Array.from({ length: 21 }, (_, n) => n.toString(16).padStart(64, '0').replace(/^0/, 'f'));
    expect(read({ billUrl: bills.slice(0, 20) }).ok).toBe(true);
    expect(errorsOf({ billUrl: bills })).toEqual({ billUrl: 'At most 20 bills can be attached' });
    expect(errorsOf({ billUrl: Array.from({ length: 21 }, () => QUEUED_FINGER_PRINT) })).toHaveProperty('billUrl');
  });

  test('Z24 what an owner does not set is not taken from the body', () => {
    const reading = read({
      managerApprovalStatus: 'MANAGER_APPROVED',
      userEmail: 'x@example.com',
      expenseId: 'EXP1',
      financeApprovedAmount: 5,
    });
    expect(reading.ok && Object.keys(reading.value)).toEqual(['type', 'day', 'paise', 'remarks', 'bills']);
    expect(parseLocalExpense(JSON.parse('{"__proto__":{"localExpenseType":"OTHERS"}}'), creating)).toMatchObject({
      errors: { localExpenseType: 'Please select expense type' },
    });
  });
});

test.each([
  ['MANAGER_PENDING', undefined, true],
  ['MANAGER_PENDING', false, true],
  ['MANAGER_PENDING', true, false],
  ['MANAGER_APPROVED', undefined, false],
  ['MANAGER_REJECT', undefined, false],
  ['MANAGER_REJECTED', undefined, false],
] as const)('LOC-11 a claim that is %s, withdrawn %s, can be changed: %s', (managerApprovalStatus, withdrawn, can) => {
  for (const verdict of [
    localExpenseCan.edit({ managerApprovalStatus, withdrawn }),
    localExpenseCan.withdraw({ managerApprovalStatus, withdrawn }),
  ]) {
    expect(verdict.ok).toBe(can);
    if (!verdict.ok) expect(verdict.code).toBe('CONFLICT');
  }
});

test('LOC-24 the finance approved amount is shown only when finance approved', () => {
  expect(shownFinanceAmount({ financeApprovalStatus: 'FINANCE_APPROVED', financeApprovedAmount: 80 })).toBe(80);
  expect(shownFinanceAmount({ financeApprovalStatus: 'FINANCE_PENDING', financeApprovedAmount: 80 })).toBeNull();
  expect(shownFinanceAmount({ financeApprovalStatus: 'FINANCE_REJECT', financeApprovedAmount: 0 })).toBeNull();
});

test('PAY-2 a paid claim says when, how much and under which reference; an unpaid one nothing', () => {
  const paymentDate = millisOfDay('2026-11-12', 'Asia/Kolkata');
  const paid = { paymentDate, paidAmount: 1_23_456, paymentReference: 'UTR77', financeApprovedAmount: 2_00_000 };
  expect(paidText(paid, 'Asia/Kolkata')).toBe('Paid on 12-11-2026, ₹1,23,456.00, UTR77');
  expect(paidText({ ...paid, paidAmount: null, paymentReference: null }, 'Asia/Kolkata')).toBe(
    'Paid on 12-11-2026, ₹2,00,000.00',
  );
  expect(paidText({ ...paid, paymentDate: null }, 'Asia/Kolkata')).toBeNull();
  expect(paidText({ financeApprovedAmount: 5 }, 'Asia/Kolkata')).toBeNull();
});
