import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { bulkDecision, managerDecision } from '#contract/decision.ts';
import { errorAnswer } from '#contract/error.ts';
import { localExpense, localExpenseBody } from '#contract/expense.ts';
import { document, documentInput } from '#contract/fields.ts';
import { groupedPage, pageOf } from '#contract/paging.ts';
import { loginAnswer } from '#contract/session.ts';
import { roleFlags } from '#contract/user.ts';

const print = 'a'.repeat(64);
const claim = {
  expenseId: 'EXP1',
  userEmail: 'e@example.com',
  employeeName: 'E',
  employeeCode: '1',
  managerEmail: null,
  localExpenseType: 'OTHERS',
  expenseDate: -1,
  claimAmount: 1.5,
  remarks: null,
  billUrl: [{ fingerPrint: print, name: 'a.pdf', size: 5, type: 'application/pdf', url: '/x' }],
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
  creationDate: 1,
  claimDate: 1,
  version: 1,
  createdAt: 1,
  updatedAt: 1,
};

describe('answers', () => {
  test('WIRE-6 a claim is read, and what a newer server adds to it passes', () => {
    expect(z.safeParse(localExpense, claim).success).toBe(true);
    expect(z.safeParse(localExpense, { ...claim, somethingNew: { a: 1 } }).success).toBe(true);
  });

  test.each(Object.keys(claim))('WIRE-6 a claim without %s is no claim', (key) => {
    expect(z.safeParse(localExpense, { ...claim, [key]: undefined }).success).toBe(false);
  });

  test('WIRE-6 a page of a captive portal is no answer', () => {
    for (const page of ['<html>', null, {}, { success: true }, { success: 'true', token: 'x' }])
      expect(z.safeParse(loginAnswer, page).success).toBe(false);
    expect(z.safeParse(errorAnswer, { success: false, message: 'No', code: 'SOMETHING_NEWER' }).success).toBe(true);
    expect(z.safeParse(errorAnswer, { success: true, message: 'No', code: 'X' }).success).toBe(false);
    expect(z.safeParse(roleFlags, { isManager: true }).success).toBe(false);
  });
});

test('WIRE-6 every envelope of a list is brought to its rows and their count', () => {
  const page = { rows: [{ tripId: 'A' }, { tripId: 'B' }], total: 9 };
  const [first, second] = page.rows;
  expect(pageOf({ content: page.rows, totalElements: 9 })).toEqual(page);
  expect(pageOf({ data: page.rows, totalElements: 9 })).toEqual(page);
  expect(pageOf({ data: { results: { content: page.rows, totalElements: 9 } } })).toEqual({
    ...page,
    summary: undefined,
  });
  expect(pageOf({ content: [{ tripIdResponseList: page.rows }], totalElements: 9 })).toEqual(page);
  expect(
    pageOf({ content: [{ tripIdResponseList: [first] }, { tripIdResponseList: [second] }], totalElements: 9 }),
  ).toEqual(page);
  expect(pageOf({ content: [], totalElements: 0 })).toEqual({ rows: [], total: 0 });
  expect(
    z.safeParse(groupedPage(z.object({ tripId: z.string() })), {
      success: true,
      content: [{ tripIdResponseList: [{ tripId: 1 }] }],
      totalElements: 1,
    }).success,
  ).toBe(false);
});

describe('bodies', () => {
  test('WIRE-7 a bill is written as its fingerPrint or as an object that holds it', () => {
    for (const bill of [print, { fingerPrint: print }, { fingerPrint: print, name: 'a', size: 5, url: '/x' }])
      expect(z.safeParse(documentInput, bill).success).toBe(true);
    for (const bill of ['', 'A'.repeat(64), `${print}0`, { name: 'a' }, null, { fingerPrint: 5 }])
      expect(z.safeParse(documentInput, bill).success).toBe(false);
    expect(z.safeParse(document, { fingerPrint: print }).success).toBe(false);
  });

  test('WIRE-7 a wrong field carries the form’s own sentence', () => {
    const result = z.safeParse(localExpenseBody, {});
    expect(result.success ? [] : result.error.issues.map(({ message }) => message)).toEqual([
      'Please select expense type',
      'Please enter expense date',
      'Please enter claim amount',
      'Please enter remark',
      'Please upload bill',
    ]);
  });

  test('WIRE-7 decisions may leave out what their rule does not ask for', () => {
    expect(z.safeParse(managerDecision, {}).success).toBe(true);
    expect(z.safeParse(managerDecision, { managerApprovedAmount: '1,000' }).success).toBe(true);
    expect(z.safeParse(bulkDecision, { ids: ['A'], approved: true }).success).toBe(true);
    for (const body of [{ ids: '1', approved: true }, { ids: {}, approved: true }, { ids: ['A'] }])
      expect(z.safeParse(bulkDecision, body).success).toBe(false);
  });
});
