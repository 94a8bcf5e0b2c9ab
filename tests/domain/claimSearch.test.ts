import { fc } from '#tests/support/property.ts';
import { describe, expect, test } from 'vitest';
import type { LocalExpense, TravelExpense } from '#contract/expense.ts';
import { claimOrder, matchesClaim, matchesTravelExpense, travelExpenseOrder } from '#domain/claimSearch.ts';
import { millisOfDay, endOfDay } from '#domain/dates.ts';

const timeZone = 'Asia/Kolkata';
const ctx = { timeZone };
const claim = (change: Partial<LocalExpense> = {}): LocalExpense => ({
  expenseId: 'EXP1',
  userEmail: 'employee@example.com',
  employeeName: 'Asha Rao',
  employeeCode: 'E100',
  managerEmail: 'manager@example.com',
  localExpenseType: 'MOBILE_BILL',
  expenseDate: millisOfDay('2026-08-10', timeZone),
  claimAmount: 100,
  remarks: 'x',
  billUrl: [],
  managerApprovalStatus: 'MANAGER_PENDING',
  managerApprovedAmount: null,
  managerRemarks: null,
  managerApprovalDate: null,
  managerName: null,
  financeApprovalStatus: 'FINANCE_PENDING',
  financeApprovedAmount: null,
  financeRemarks: null,
  financeApprovalDate: null,
  financeName: null,
  creationDate: 1_000,
  claimDate: 1_000,
  version: 1,
  createdAt: 1_000,
  updatedAt: 1_000,
  ...change,
});
const at = (day: string) => String(millisOfDay(day, timeZone));
const until = (day: string) => String(endOfDay(day, timeZone));

describe('what a filter selects on the device', () => {
  test.each<[string, Parameters<typeof matchesClaim>[0], boolean]>([
    ['nothing asked', {}, true],
    ['an empty filter', { EMPLOYEE_NAME: [] }, true],
    ['own', { USER_EMAIL: ['Employee@Example.com'] }, true],
    ['another’s', { USER_EMAIL: ['employee2@example.com'] }, false],
    ['the manager’s queue', { MANAGER_EMAIL: ['manager@example.com'] }, true],
    ['another queue', { MANAGER_EMAIL: ['manager2@example.com'] }, false],
    ['EMAIL means the employee', { EMAIL: ['employee@example.com'] }, true],
    ['EMAIL is not the manager', { EMAIL: ['manager@example.com'] }, false],
    ['a name whatever the case', { EMPLOYEE_NAME: ['asha rao', 'x'] }, true],
    ['part of a name', { EMPLOYEE_NAME: ['asha'] }, false],
    ['a pattern is letters', { EMPLOYEE_NAME: ['Asha%', 'Asha_Rao'] }, false],
    ['a code', { EMPLOYEE_CODE: ['e100'] }, true],
    ['pending', { MANAGER_APPROVAL_STATUS: ['1'] }, true],
    ['approved or rejected', { MANAGER_APPROVAL_STATUS: ['0', '2'] }, false],
    ['finance pending', { FINANCE_APPROVAL_STATUS: ['1'] }, true],
    ['a type', { LOCAL_EXPENSE_TYPE: ['0'] }, true],
    ['the other type', { LOCAL_EXPENSE_TYPE: ['1'] }, false],
    ['the day itself', { DATE_RANGE: [at('2026-08-10'), until('2026-08-10')] }, true],
    ['from a later moment of the day', { DATE_RANGE: [String(Number(at('2026-08-10')) + 3_600_000), ''] }, true],
    ['open to the past', { DATE_RANGE: ['', at('2026-08-10')] }, true],
    ['from the day after', { DATE_RANGE: [at('2026-08-11'), ''] }, false],
    ['until the day before', { DATE_RANGE: ['', until('2026-08-09')] }, false],
    ['no manager decision yet', { MANAGER_APPROVAL_DATE: ['0', ''] }, false],
    [
      'all together',
      { USER_EMAIL: ['employee@example.com'], MANAGER_APPROVAL_STATUS: ['1'], LOCAL_EXPENSE_TYPE: ['0'] },
      true,
    ],
    [
      'one of them wrong',
      { USER_EMAIL: ['employee@example.com'], MANAGER_APPROVAL_STATUS: ['1'], LOCAL_EXPENSE_TYPE: ['1'] },
      false,
    ],
    ['a filter of trips', { DESTINATION: ['Pune'] }, false],
  ])('LIST-4 %s', (_, filters, selected) => {
    expect(matchesClaim(filters, claim(), ctx)).toBe(selected);
  });

  test('LIST-4 both spellings of a rejection, and decided moments with both ends', () => {
    for (const managerApprovalStatus of ['MANAGER_REJECT', 'MANAGER_REJECTED'] as const) {
      expect(matchesClaim({ MANAGER_APPROVAL_STATUS: ['2'] }, claim({ managerApprovalStatus }), ctx)).toBe(true);
    }
    const decided = claim({ managerApprovalDate: 500, financeApprovalDate: 900 });
    expect(
      matchesClaim({ MANAGER_APPROVAL_DATE: ['500', '500'], FINANCE_APPROVAL_DATE: ['', '900'] }, decided, ctx),
    ).toBe(true);
    expect(matchesClaim({ MANAGER_APPROVAL_DATE: ['501', ''] }, decided, ctx)).toBe(false);
    expect(matchesClaim({ FINANCE_APPROVAL_DATE: ['', '899'] }, decided, ctx)).toBe(false);
  });

  test('LIST-4 what was withdrawn is in no approver’s queue, and stays in its owner’s list', () => {
    const withdrawn = claim({ withdrawn: true });
    expect(matchesClaim({ MANAGER_EMAIL: ['manager@example.com'] }, withdrawn, ctx)).toBe(false);
    expect(matchesClaim({ USER_EMAIL: ['employee@example.com'] }, withdrawn, ctx)).toBe(true);
    expect(matchesClaim({ MANAGER_EMAIL: ['manager@example.com'] }, claim({ managerEmail: null }), ctx)).toBe(false);
  });
});

describe('travel claims, one by one', () => {
  const { localExpenseType: _type, ...common } = claim();
  const travel = (change: Partial<TravelExpense> = {}): TravelExpense => ({
    ...common,
    tripId: 'TRP1',
    travelExpenseType: 'CONVEYANCE',
    startDate: millisOfDay('2026-08-01', timeZone),
    endDate: millisOfDay('2026-08-31', timeZone),
    ...change,
  });
  test.each<[string, Parameters<typeof matchesTravelExpense>[0], boolean]>([
    ['the manager’s queue', { MANAGER_EMAIL: ['manager@example.com'], MANAGER_APPROVAL_STATUS: ['1'] }, true],
    ['another queue', { MANAGER_EMAIL: ['manager2@example.com'] }, false],
    ['one person', { EMAIL: ['employee@example.com'] }, true],
    ['its type', { TRAVEL_EXPENSE_TYPE: ['0', '1'] }, true],
    ['another type', { TRAVEL_EXPENSE_TYPE: ['0'] }, false],
    ['a type of another kind', { LOCAL_EXPENSE_TYPE: ['0'] }, false],
    ['its own day', { DATE_RANGE: [at('2026-08-10'), until('2026-08-10')] }, true],
    ['the first day of its trip', { DATE_RANGE: [at('2026-08-01'), until('2026-08-01')] }, false],
  ])('LIST-4 MGR-20 %s', (_, filters, selected) => {
    expect(matchesTravelExpense(filters, travel(), ctx)).toBe(selected);
  });

  test('LIST-3 by employee code when asked, else newest first', () => {
    const rows = [
      travel({ expenseId: 'EXP1', creationDate: 3, employeeCode: 'E2' }),
      travel({ expenseId: 'EXP2', creationDate: 2, employeeCode: 'E1' }),
      travel({ expenseId: 'EXP3', creationDate: 2, employeeCode: 'E2' }),
    ];
    expect([...rows].sort(travelExpenseOrder()).map(({ expenseId }) => expenseId)).toEqual(['EXP1', 'EXP3', 'EXP2']);
    expect([...rows].sort(travelExpenseOrder('EMPLOYEE_CODE')).map(({ expenseId }) => expenseId)).toEqual([
      'EXP2',
      'EXP1',
      'EXP3',
    ]);
  });
});

describe('the order on the device', () => {
  const claims = fc.uniqueArray(
    fc.record({
      expenseId: fc.constantFrom('EXP1', 'EXP2', 'EXP3', 'EXP4', 'EXP5', 'EXP6'),
      creationDate: fc.integer({ min: 0, max: 3 }),
      employeeCode: fc.constantFrom('E1', 'E2'),
    }),
    { selector: ({ expenseId }) => expenseId },
  );

  test('LIST-3 newest first, ties by id, so that pages never overlap', () => {
    fc.assert(
      fc.property(claims, (rows) => {
        const sorted = rows.map(claim).sort(claimOrder());
        expect(rows.toReversed().map(claim).sort(claimOrder())).toEqual(sorted);
        for (const [n, each] of sorted.slice(1).entries()) {
          const before = sorted[n]!;
          expect(
            before.creationDate > each.creationDate ||
              (before.creationDate === each.creationDate && before.expenseId > each.expenseId),
          ).toBe(true);
        }
      }),
    );
  });

  test('LIST-3 sorted by employee code ascending, newest first within', () => {
    fc.assert(
      fc.property(claims, (rows) => {
        const sorted = rows.map(claim).sort(claimOrder('EMPLOYEE_CODE'));
        expect(sorted.map(({ employeeCode }) => employeeCode)).toEqual(
          sorted.map(({ employeeCode }) => employeeCode).toSorted(),
        );
        for (const code of ['E1', 'E2']) {
          const group = sorted.filter(({ employeeCode }) => employeeCode === code);
          expect(group).toEqual(group.toSorted(claimOrder()));
        }
      }),
    );
  });
});
