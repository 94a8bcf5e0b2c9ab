import { PRIMARY_EXPENSE_TYPE, type LocalExpenseType } from '#contract/enums.ts';
import { localExpense, type LocalExpense } from '#contract/expense.ts';
import { UNDECIDED } from '#domain/approval.ts';
import { dayOf, formatDay } from '#domain/dates.ts';
import { formatRupees, parseAmount, toRupees } from '#domain/money.ts';
import { statusLabel } from '#domain/status.ts';
import type { ClaimKind } from '#list/definition.ts';
import type { Entry } from '#outbox/entry.ts';
import { editedBills, sourcesOf, waitingBills } from '../billValues.ts';

export const TYPE_LABELS: Record<LocalExpenseType, string> = { MOBILE_BILL: 'Mobile Bill', OTHERS: 'Others' };
export const typeLabel = (row: Pick<LocalExpense, 'localExpenseType'>): string => TYPE_LABELS[row.localExpenseType];

/** The day as people read it; a waiting claim may have none yet. */
export const dayText = (row: Pick<LocalExpense, 'expenseDate'>, timeZone: string): string => formatDay(dayOf(row.expenseDate, timeZone));

/** What stands in an entry's body, as far as it can be read; the rest keeps what `row` has. */
function withBody(row: LocalExpense, entry: Entry): LocalExpense {
  const { localExpenseType, expenseDate, claimAmount, remarks } = entry.body as Partial<Record<keyof LocalExpense, unknown>>;
  const amount = parseAmount(claimAmount);
  return {
    ...row,
    ...(typeof localExpenseType === 'string' && Object.hasOwn(TYPE_LABELS, localExpenseType) && { localExpenseType: localExpenseType as LocalExpenseType }),
    ...(typeof expenseDate === 'number' && { expenseDate }),
    ...(amount.ok && { claimAmount: toRupees(amount.paise) }),
    ...(typeof remarks === 'string' && { remarks }),
  };
}

/** Local expenses: mobile bills and others (employee.md 3). */
export const localExpenseKind: ClaimKind<LocalExpense> = {
  name: 'localExpense',
  noun: 'claim',
  idOf: (row) => row.expenseId,
  versionOf: (row) => row.version,
  faceOf: (row) => ({ title: typeLabel(row), amount: row.claimAmount }),
  bills: (row) => sourcesOf(row.billUrl),
  creates: ['createLocalExpense'],
  edits: ['updateLocalExpense'],
  waitingRow: (entry, viewer) =>
    withBody(
      {
        expenseId: entry.record.id ?? 'Not sent yet',
        userEmail: viewer.email,
        employeeName: viewer.name,
        employeeCode: viewer.employeeCode,
        managerEmail: null,
        localExpenseType: 'OTHERS',
        expenseDate: entry.createdAt,
        claimAmount: entry.face.amount ?? 0,
        remarks: entry.face.remarks ?? null,
        billUrl: waitingBills(entry),
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
        creationDate: entry.createdAt,
        claimDate: entry.createdAt,
        version: 0,
        createdAt: entry.createdAt,
        updatedAt: entry.createdAt,
      },
      entry,
    ),
  editedRow: (row, entry) => ({ ...withBody(row, entry), billUrl: editedBills(row.billUrl, entry) }),
  answeredRow: (answer) => {
    const parsed = localExpense.safeParse((answer as { data?: unknown } | undefined)?.data);
    return parsed.success ? parsed.data : null;
  },
};

/** What a screen reader says of a card: the id first. */
export const nameOfLocalExpense = (row: LocalExpense, timeZone: string): string =>
  `${row.expenseId}, ${typeLabel(row)}, ${formatRupees(row.claimAmount)}, ${dayText(row, timeZone)}, Manager: ${statusLabel(row.managerApprovalStatus)}`;

export const LOCAL = PRIMARY_EXPENSE_TYPE.local;
