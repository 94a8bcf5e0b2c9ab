import { describe, expect, test } from 'vitest';
import { ADMIN_STATUSES, CANCELLATION_STATUSES, FINANCE_STATUSES, MANAGER_STATUSES } from '#contract/enums.ts';
import {
  codeOf,
  statusChoices,
  statusColour,
  statusLabel,
  statusOf,
  storedStatuses,
  ticketLabel,
  type StatusField,
} from '#domain/status.ts';

const WORDS: Record<StatusField, readonly string[]> = {
  manager: MANAGER_STATUSES,
  admin: ADMIN_STATUSES,
  finance: FINANCE_STATUSES,
  cancellation: CANCELLATION_STATUSES,
};
const fields = Object.keys(WORDS) as StatusField[];

describe('what a status means', () => {
  test.each([
    ['MANAGER_PENDING', 'Pending'],
    ['MANAGER_APPROVED', 'Approved'],
    ['MANAGER_REJECT', 'Rejected'],
    ['MANAGER_REJECTED', 'Rejected'],
    ['NO_SHOW', 'No_show'],
    ['ADMIN_PENDING', 'Pending'],
    ['ADMIN_APPROVED', 'Approved'],
    ['ADMIN_REJECTED', 'Rejected'],
    ['ADMIN_REJECT', 'Rejected'],
    ['FINANCE_PENDING', 'Pending'],
    ['FINANCE_APPROVED', 'Approved'],
    ['FINANCE_REJECT', 'Rejected'],
    ['FINANCE_REJECTED', 'Rejected'],
    ['NOT_INITIATED', 'Not initiated'],
    ['SOMETHING_ELSE', 'Pending'],
    ['toString', 'Pending'],
    [undefined, 'Pending'],
    [null, 'Pending'],
    ['', 'Pending'],
  ])('STAT-1 STAT-3 %s is shown %s', (status, label) => {
    expect(statusLabel(status)).toBe(label);
  });

  test('STAT-2 both spellings of a rejection are one', () => {
    expect(new Set(['MANAGER_REJECT', 'MANAGER_REJECTED', 'ADMIN_REJECT', 'ADMIN_REJECTED'].map(statusOf))).toEqual(
      new Set(['rejected']),
    );
  });

  test('STAT-4 on a manager’s expense cards what is approved reads Accepted, and nothing else changes', () => {
    for (const status of MANAGER_STATUSES) {
      expect(statusLabel(status, 'managerExpenseCard')).toBe(
        status === 'MANAGER_APPROVED' ? 'Accepted' : statusLabel(status),
      );
    }
  });

  test('STAT-1 each meaning that differs for people has a colour of its own', () => {
    expect(['MANAGER_PENDING', 'MANAGER_APPROVED', 'MANAGER_REJECT', 'NO_SHOW'].map(statusColour)).toEqual([
      'yellow',
      'green',
      'red',
      'gray',
    ]);
  });

  test('STAT-6 tickets are Uploaded or Not Uploaded', () => {
    expect([ticketLabel('UPDATED'), ticketLabel('NOT_UPDATED')]).toEqual(['Uploaded', 'Not Uploaded']);
  });
});

describe('filter codes', () => {
  test.each<[StatusField, string, string[]]>([
    ['manager', '0', ['MANAGER_APPROVED']],
    ['manager', '1', ['MANAGER_PENDING']],
    ['manager', '2', ['MANAGER_REJECT', 'MANAGER_REJECTED']],
    ['manager', '3', ['NO_SHOW']],
    ['finance', '0', ['FINANCE_APPROVED']],
    ['finance', '2', ['FINANCE_REJECT']],
    ['finance', '3', []],
    ['admin', '2', ['ADMIN_REJECTED']],
    ['admin', '3', ['NO_SHOW']],
    ['cancellation', '0', ['APPROVED']],
    ['cancellation', '1', ['PENDING']],
    ['cancellation', '2', ['REJECTED']],
    ['cancellation', '3', ['NOT_INITIATED']],
  ])('STAT-5 %s %s selects %j', (field, code, stored) => {
    expect(storedStatuses(field, [code])).toEqual(stored);
  });

  test.each(fields)('STAT-5 all codes of %s together select every status it has, each by its own code', (field) => {
    const choices = statusChoices(field);
    const all = choices.flatMap(({ code }) => storedStatuses(field, [code]));
    expect([...all].sort()).toEqual([...WORDS[field]].sort());
    expect(
      storedStatuses(
        field,
        choices.map(({ code }) => code),
      ).sort(),
    ).toEqual([...all].sort());
    for (const status of all) expect(storedStatuses(field, [String(codeOf(statusOf(status)))])).toContain(status);
  });

  test('STAT-5 the filters offer the meanings in the order of their codes', () => {
    expect(statusChoices('finance')).toEqual([
      { code: '0', label: 'Approved' },
      { code: '1', label: 'Pending' },
      { code: '2', label: 'Rejected' },
    ]);
    expect(statusChoices('cancellation').map(({ label }) => label)).toEqual([
      'Approved',
      'Pending',
      'Rejected',
      'Not initiated',
    ]);
  });
});
