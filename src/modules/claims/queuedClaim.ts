import type { LocalExpense } from '#contract/expense.ts';
import { UNDECIDED } from '#domain/status.ts';
import { parseAmount, toRupees } from '#domain/money.ts';
import type { CurrentUser } from '#list/definition.ts';
import type { Entry } from '#outbox/entry.ts';
import { queuedBills } from './rowBills.ts';

type Common = Omit<LocalExpense, 'localExpenseType'>;

/** A claim that is still in the outbox, as a row: nobody has seen or decided it. */
export function queuedClaim(entry: Entry, viewer: CurrentUser): Common {
  const at = entry.createdAt;
  return {
    expenseId: entry.record.id ?? 'Not sent yet',
    userEmail: viewer.email,
    employeeName: viewer.name,
    employeeCode: viewer.employeeCode,
    managerEmail: null,
    expenseDate: at,
    claimAmount: entry.face.amount ?? 0,
    remarks: entry.face.remarks ?? null,
    billUrl: queuedBills(entry),
    managerApprovalStatus: UNDECIDED.manager,
    managerApprovedAmount: null,
    managerRemarks: null,
    managerApprovalDate: null,
    managerName: null,
    financeApprovalStatus: UNDECIDED.finance,
    financeApprovedAmount: null,
    financeRemarks: null,
    financeApprovalDate: null,
    financeName: null,
    creationDate: at,
    claimDate: at,
    version: 0,
    createdAt: at,
    updatedAt: at,
  };
}

/** The fields of a claim in an entry's body, as far as readable; the rest is the row's. */
export function bodyFields(
  entry: Entry,
): Partial<Pick<Common, 'expenseDate' | 'claimAmount' | 'remarks' | 'furtherType'>> {
  const { expenseDate, claimAmount, remarks, furtherType } = entry.body;
  const amount = parseAmount(claimAmount);
  return {
    ...(typeof expenseDate === 'number' && { expenseDate }),
    ...(amount.ok && { claimAmount: toRupees(amount.paise) }),
    ...(typeof remarks === 'string' && { remarks }),
    ...(typeof furtherType === 'string' && { furtherType }),
  };
}
