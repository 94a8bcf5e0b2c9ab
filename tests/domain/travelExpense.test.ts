import { describe, expect, test } from 'vitest';
import { ADMIN_STATUSES, CANCELLATION_STATUSES, MANAGER_STATUSES, TRAVEL_EXPENSE_TYPES } from '#contract/enums.ts';
import { addDays, millisOfDay } from '#domain/dates.ts';
import { toPaise, toRupees } from '#domain/money.ts';
import {
  countsAsFood,
  foodLeft,
  foodOfDay,
  judgeFood,
  judgeTravelClaim,
  parseTravelExpense,
  travelExpenseCan,
  type FoodClaim,
} from '#domain/travelExpense.ts';
import { fc } from '../support/property.ts';

const timeZone = 'Asia/Kolkata';
const today = '2026-08-15';
const bill = 'a'.repeat(64);
const good = {
  expenseDate: millisOfDay('2026-08-10', timeZone),
  travelExpenseType: 'OTHER',
  claimAmount: '1,234.50',
  remarks: ' Client visit ',
  billUrl: [bill],
};
const creating = { today, timeZone, creating: true };
const errorsOf = (change: Record<string, unknown>, ctx = {}) => {
  const parsed = parseTravelExpense({ ...good, ...change }, { ...creating, ...ctx });
  return parsed.ok ? {} : parsed.errors;
};

describe('a travel claim as sent', () => {
  test('TRV-3 is read into clean values; what its owner does not set is not taken', () => {
    expect(
      parseTravelExpense({ ...good, tripId: 'TRP1', managerApprovalStatus: 'MANAGER_APPROVED' }, creating),
    ).toEqual({
      ok: true,
      value: {
        type: 'OTHER',
        day: '2026-08-10',
        paise: 123_450,
        remarks: 'Client visit',
        bills: [{ fingerPrint: bill }],
      },
    });
  });

  test('TRV-3 every missing field is said, in the order of the form', () => {
    const errors = {
      expenseDate: 'expense date is mandatory!',
      travelExpenseType: 'Please select expense type',
      claimAmount: 'Please enter claim amount',
      remarks: 'Please enter reason for travel',
      billUrl: 'Please upload bills',
    };
    for (const body of [{}, null, undefined, 'text', 7, []]) {
      const parsed = parseTravelExpense(body, creating);
      expect(parsed).toEqual({ ok: false, message: 'expense date is mandatory!', errors });
      expect(Object.keys(parsed.ok ? {} : parsed.errors)).toEqual(Object.keys(errors));
    }
  });

  test.each(['', 'MOBILE_BILL', 'food', 0, null, 'constructor'])('TRV-3 type %j is refused', (travelExpenseType) => {
    expect(errorsOf({ travelExpenseType })).toEqual({ travelExpenseType: 'Please select expense type' });
  });

  test.each([null, '10-08-2026', Number.NaN, 1.5, 9e15])('TRV-3 date %j is none', (expenseDate) => {
    expect(errorsOf({ expenseDate })).toEqual({ expenseDate: 'expense date is mandatory!' });
  });

  test('TRV-2 a day to come is refused, unless the claim already has it', () => {
    const ahead = { expenseDate: millisOfDay(addDays(today, 1), timeZone) };
    expect(errorsOf(ahead)).toEqual({ expenseDate: 'Expense date cannot be in the future' });
    expect(errorsOf(ahead, { creating: false, unchangedDay: addDays(today, 1) })).toEqual({});
    expect(errorsOf(ahead, { creating: false, unchangedDay: today })).toHaveProperty('expenseDate');
  });

  test.each(['', '   ', '\n', null, 5])('TRV-3 remark %j is none', (remarks) => {
    expect(errorsOf({ remarks })).toEqual({ remarks: 'Please enter reason for travel' });
  });

  test.each([[[]], [null], ['x'], [undefined]])('TRV-3 bills %j are none, on an edit too', (billUrl) => {
    expect(errorsOf({ billUrl })).toEqual({ billUrl: 'Please upload bills' });
    expect(errorsOf({ billUrl }, { creating: false })).toEqual({ billUrl: 'Please upload bills' });
  });

  test.each([
    ['750', true],
    ['750.00', true],
    ['750.01', false],
    ['751', false],
    ['7,50', undefined],
    ['1,000', false],
  ] as const)('FOOD-1 food of %s passes: %s', (claimAmount, passes) => {
    const message =
      passes === undefined ? 'Amount has a comma in the wrong place' : 'Food claim amount is more then 750';
    expect(errorsOf({ claimAmount, travelExpenseType: 'FOOD' })).toEqual(passes ? {} : { claimAmount: message });
  });

  test('FOOD-1 only food has that limit', () => {
    for (const travelExpenseType of TRAVEL_EXPENSE_TYPES)
      expect(errorsOf({ claimAmount: '9,000', travelExpenseType })).toEqual(
        travelExpenseType === 'FOOD' ? { claimAmount: 'Food claim amount is more then 750' } : {},
      );
  });
});

describe('a claim on a day of a trip', () => {
  const approved = {
    managerApprovalStatus: 'MANAGER_APPROVED',
    adminApprovalStatus: 'ADMIN_APPROVED',
    startDay: '2026-01-01',
    endDay: '2026-12-31',
  } as const;

  test('TRV-1 TRIP-8 every combination: cancelled, then manager, admin, then a pending cancellation decide', () => {
    for (const managerApprovalStatus of MANAGER_STATUSES) {
      for (const adminApprovalStatus of ADMIN_STATUSES) {
        for (const cancellationStatus of [undefined, ...CANCELLATION_STATUSES]) {
          const verdict = judgeTravelClaim(
            {
              ...approved,
              managerApprovalStatus,
              adminApprovalStatus,
              ...(cancellationStatus && { cancellationStatus }),
            },
            '2026-08-10',
            today,
            null,
          );
          const message =
            cancellationStatus === 'APPROVED'
              ? 'This trip was cancelled'
              : managerApprovalStatus !== 'MANAGER_APPROVED'
                ? 'Travel request is not approved by the manager!'
                : adminApprovalStatus !== 'ADMIN_APPROVED'
                  ? 'Travel request is not approved by the admin!'
                  : cancellationStatus === 'PENDING'
                    ? 'This trip is being cancelled'
                    : null;
          expect(verdict, `${managerApprovalStatus} ${adminApprovalStatus} ${cancellationStatus}`).toEqual(
            message === null ? { ok: true } : { ok: false, code: 'CONFLICT', message },
          );
        }
      }
    }
  });

  test('TRV-1 the approvals are asked for before the date', () => {
    const old = '2026-01-05';
    expect(
      judgeTravelClaim(
        { ...approved, managerApprovalStatus: 'MANAGER_PENDING', adminApprovalStatus: 'ADMIN_PENDING' },
        old,
        today,
        null,
      ),
    ).toMatchObject({ message: 'Travel request is not approved by the manager!' });
    expect(judgeTravelClaim({ ...approved, adminApprovalStatus: 'ADMIN_PENDING' }, old, today, null)).toMatchObject({
      message: 'Travel request is not approved by the admin!',
    });
    expect(judgeTravelClaim(approved, old, today, null)).toMatchObject({ message: 'Validity expired!' });
  });

  test.each([
    [addDays(today, -90), null, undefined],
    [addDays(today, -91), null, 'Validity expired!'],
    [addDays(today, -91), addDays(today, -91), undefined],
    [addDays(today, -91), addDays(today, -90), 'Validity expired!'],
    [addDays(today, -92), addDays(today, -91), 'Validity expired!'],
    [addDays(today, -30), addDays(today, -10), undefined],
    [today, null, undefined],
    [addDays(today, 1), null, 'Expense date cannot be in the future'],
    [addDays(today, 1), '2026-01-01', 'Expense date cannot be in the future'],
    ['2025-12-31', '2025-01-01', 'Expense date is not a day of this trip'],
  ])('TRV-2 EXC-1 on %s with the exceptional date %s: %s', (day, exceptional, message) => {
    expect(judgeTravelClaim(approved, day, today, exceptional)).toEqual(
      message ? { ok: false, code: 'INVALID', message } : { ok: true },
    );
  });

  test('TRV-2 EXC-1 an exceptional date only ever allows more', () => {
    fc.assert(
      fc.property(fc.integer({ min: -400, max: 100 }), fc.integer({ min: -400, max: 100 }), (back, exception) => {
        const day = addDays(today, back);
        const trip = { ...approved, startDay: '2025-01-01' };
        const without = judgeTravelClaim(trip, day, today, null);
        const withOne = judgeTravelClaim(trip, day, today, addDays(today, exception));
        if (without.ok) expect(withOne.ok).toBe(true);
        expect(withOne.ok).toBe(back <= 0 && day <= trip.endDay && (back >= -90 || back >= exception));
      }),
    );
  });

  test.each([
    ['MANAGER_PENDING', undefined, true],
    ['MANAGER_PENDING', false, true],
    ['MANAGER_PENDING', true, false],
    ['MANAGER_APPROVED', undefined, false],
    ['MANAGER_REJECT', undefined, false],
    ['MANAGER_REJECTED', undefined, false],
    ['NO_SHOW', undefined, false],
  ] as const)('TRV-4 a claim that is %s, withdrawn %s, can be changed: %s', (managerApprovalStatus, withdrawn, can) => {
    for (const verdict of [
      travelExpenseCan.edit({ managerApprovalStatus, withdrawn }),
      travelExpenseCan.withdraw({ managerApprovalStatus, withdrawn }),
    ]) {
      expect(verdict.ok).toBe(can);
      if (!verdict.ok) expect(verdict.code).toBe('CONFLICT');
    }
  });
});

describe('the food of a day', () => {
  const day = '2026-08-10';
  const claim: FoodClaim = {
    travelExpenseType: 'FOOD',
    claimAmount: 200.25,
    expenseDate: millisOfDay(day, timeZone),
    managerApprovalStatus: 'MANAGER_PENDING',
    financeApprovalStatus: 'FINANCE_PENDING',
  };

  test.each([
    [75_000, 0, true],
    [75_001, 0, false],
    [1, 75_000, false],
    [50_000, 25_000, true],
    [50_000, 25_001, false],
  ])('FOOD-2 %i paise beside %i others passes: %s', (paise, others, passes) => {
    expect(judgeFood(paise, others)).toEqual(
      passes ? { ok: true } : { ok: false, code: 'INVALID', message: 'Food claim amount is more then 750' },
    );
  });

  test('FOOD-2 claims that stay within what is left pass, and one paisa more never does', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 90_000 }), (others) => {
        const left = foodLeft(others);
        expect(left).toBeGreaterThanOrEqual(0);
        if (left > 0) expect(judgeFood(left, others).ok).toBe(true);
        expect(judgeFood(left + 1, others).ok).toBe(false);
      }),
    );
  });

  test('FOOD-2 counts food of that day alone, rejected and withdrawn aside', () => {
    const others: FoodClaim[] = [
      { ...claim, travelExpenseType: 'OTHER' },
      { ...claim, expenseDate: millisOfDay(addDays(day, 1), timeZone) },
      { ...claim, managerApprovalStatus: 'MANAGER_REJECT' },
      { ...claim, managerApprovalStatus: 'MANAGER_REJECTED' },
      { ...claim, managerApprovalStatus: 'MANAGER_APPROVED', financeApprovalStatus: 'FINANCE_REJECT' },
      { ...claim, withdrawn: true },
    ];
    expect(foodOfDay(others, day, timeZone)).toBe(0);
    expect(
      foodOfDay(
        [claim, ...others, { ...claim, managerApprovalStatus: 'MANAGER_APPROVED', claimAmount: 100.1 }],
        day,
        timeZone,
      ),
    ).toBe(30_035);
    expect(countsAsFood(claim)).toBe(true);
  });

  test('FOOD-2 sums to the paisa', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 75_000 }), { maxLength: 20 }), (paise) => {
        const claims = paise.map((each) => ({ ...claim, claimAmount: toRupees(each) }));
        expect(foodOfDay(claims, day, timeZone)).toBe(paise.reduce((sum, each) => sum + each, 0));
        expect(toPaise(toRupees(75_000))).toBe(75_000);
      }),
    );
  });
});
