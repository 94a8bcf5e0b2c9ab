import { describe, expect, test } from 'vitest';
import { actionWords, peopleIn, describeChange, type LoggedChange } from '#domain/history.ts';
import { APPROVED, PENDING } from '#tests/support/claims.ts';

const nobody = new Map<string, string>();
const tell = (more: Partial<LoggedChange>, people: ReadonlyMap<string, string> = nobody) =>
  describeChange({ at: 1, by: 'Asha Nair', onBehalfOf: null, action: 'edit', before: {}, after: {}, ...more }, people);

describe('AUD-3 a log in people’s words', () => {
  test('amounts, days, statuses, types and numbers of bills', () => {
    const before = {
      type: 'OTHERS',
      expenseDate: '2026-11-12',
      claimAmount: 12_345_600,
      managerStatus: PENDING,
      bills: ['a'],
      withdrawn: false,
    };
    const after = {
      type: 'MOBILE_BILL',
      expenseDate: '2026-11-13',
      claimAmount: 70_850,
      managerStatus: APPROVED,
      bills: ['a', 'b'],
      withdrawn: true,
    };
    expect(tell({ before, after }).changes).toEqual([
      { field: 'Type', before: 'Others', after: 'Mobile Bill' },
      { field: 'Date', before: '12-11-2026', after: '13-11-2026' },
      { field: 'Amount', before: '₹1,23,456.00', after: '₹708.50' },
      { field: 'Bills', before: '1 bill', after: '2 bills' },
      { field: 'Manager', before: 'Pending', after: 'Approved' },
      { field: 'Withdrawn', before: null, after: 'Yes' },
    ]);
  });

  test('what is not named is never shown, and what did not change is left out', () => {
    const same = { claimAmount: 100, origin: '10.0.0.1', secret: 'x' };
    expect(
      tell({ before: same, after: { ...same, origin: '10.0.0.2', secret: 'y', version: 2, financeId: 'PRS1' } })
        .changes,
    ).toEqual([]);
  });

  test('a new record shows what it was made with, not what is still to come', () => {
    const after = {
      type: 'MOBILE_BILL',
      claimAmount: 100,
      managerStatus: PENDING,
      managerId: 'PRS1',
      managerAmount: null,
      bills: ['a'],
      remarks: null,
    };
    expect(tell({ action: 'create', before: null, after }, new Map([['PRS1', 'Ravi']])).changes).toEqual([
      { field: 'Type', before: null, after: 'Mobile Bill' },
      { field: 'Amount', before: null, after: '₹1.00' },
      { field: 'Bills', before: null, after: '1 bill' },
    ]);
  });

  test('bills of the same number may be others', () => {
    expect(tell({ before: { bills: ['a'] }, after: { bills: ['b'] } }).changes).toEqual([
      { field: 'Bills', before: '1 bill', after: '1 bill, other files' },
    ]);
    expect(tell({ before: { bills: ['a'] }, after: { bills: ['a'] } }).changes).toEqual([]);
  });

  test('managers are shown by name, never by id', () => {
    const change = { before: { managerId: 'PRS1' }, after: { managerId: 'PRS2' } };
    expect(peopleIn(change)).toEqual(['PRS1', 'PRS2']);
    expect(
      tell(
        change,
        new Map([
          ['PRS1', 'Ravi'],
          ['PRS2', 'Sunita'],
        ]),
      ).changes,
    ).toEqual([{ field: 'Manager', before: 'Ravi', after: 'Sunita' }]);
    expect(tell(change).changes).toEqual([]);
  });

  test('every action has words, also one that nobody knows yet', () => {
    expect([actionWords('manager-reject'), actionWords('ask'), actionWords('ticket-details')]).toEqual([
      'Rejected by the manager',
      'Asked a question',
      'Ticket details',
    ]);
  });
});
