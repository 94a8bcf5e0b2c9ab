import { bulkManagerLocal, managerApproveLocal, managerRejectLocal } from '#contract/calls/localExpenses.ts';
import type { LocalExpense } from '#contract/expense.ts';
import type { DecisionDef } from '#decision/definition.ts';
import { afterManagerDecision, approvalWarnings, managerCan, nothingSelected, readBulkDecision, readManagerDecision } from '#domain/approval.ts';
import { dayOf, formatDay } from '#domain/dates.ts';
import { ungroup } from '#domain/money.ts';
import { LOCAL, localExpenseKind } from './kind.ts';
import { LocalExpenseFacts } from './LocalExpenseFacts.tsx';

const NAMED = 3;

/** Whose claims carry the same bill, as far as this approver may know; the rest is counted. */
function twins(row: LocalExpense, timeZone: string): string[] {
  const others = row.duplicateOf ?? [];
  if (others.length === 0) return [];
  const named = others.slice(0, NAMED).flatMap(({ id, employeeName, expenseDate }) =>
    id === undefined && employeeName === undefined ? [] : [[employeeName, expenseDate === undefined ? '' : formatDay(dayOf(expenseDate, timeZone)), id].filter(Boolean).join(', ')],
  );
  const more = others.length - named.length;
  const rest = more > 0 ? [named.length > 0 ? `${more} more` : `${more === 1 ? 'another claim' : `${more} other claims`} that you cannot see`] : [];
  return [`Same bill used before: ${[...named, ...rest].join('; ')}.`];
}

/** A manager decides a local expense (approver.md 2.3, 2.4, 5). */
export const localExpenseManagerDecision: DecisionDef<LocalExpense> = {
  can: managerCan.decide,
  titles: { pending: 'Approve/Reject Local Expenses', settled: 'View' },
  Facts: LocalExpenseFacts,
  bills: localExpenseKind.bills,
  warnings: (row, timeZone) => {
    const same = twins(row, timeZone);
    const others = approvalWarnings({ day: dayOf(row.expenseDate, timeZone) });
    return [...same, ...others];
  },
  amount: { label: 'Approved amount', field: 'managerApprovedAmount', start: (row) => row.claimAmount, settled: (row) => row.managerApprovedAmount },
  remarks: { label: 'Manager remarks', field: 'managerRemarks', settled: (row) => row.managerRemarks },
  bodyOf: ({ amount, remarks }) => ({ managerApprovedAmount: amount === '' ? null : ungroup(amount), managerRemarks: remarks.trim() === '' ? null : remarks.trim() }),
  read: (approve, body, row) => readManagerDecision(LOCAL, approve, body, row.claimAmount, true),
  endpoints: { approve: managerApproveLocal, reject: managerRejectLocal, bulk: bulkManagerLocal },
  query: (row, email) => ({ email, id: row.expenseId }),
  after: (row, approve) => ({ ...row, managerApprovalStatus: afterManagerDecision(LOCAL, approve), managerApprovedAmount: approve ? row.claimAmount : 0 }),
  toasts: { approved: 'Request approved', rejected: 'Request rejected', bulkApproved: 'Request approved by manager.', bulkRejected: 'Request rejected by manager.' },
  bulk: {
    titles: { approve: 'Approve expense by manager', reject: 'Reject expense by manager' },
    noun: 'expenses',
    nothing: nothingSelected,
    read: readBulkDecision,
  },
};
