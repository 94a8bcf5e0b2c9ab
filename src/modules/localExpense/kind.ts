import { PRIMARY_EXPENSE_TYPE, type LocalExpenseType } from '#contract/enums.ts';
import { localExpense, type LocalExpense } from '#contract/expense.ts';
import { dayOf, formatDay } from '#domain/dates.ts';
import { formatRupees } from '#domain/money.ts';
import { statusLabel } from '#domain/status.ts';
import type { RecordDefinition } from '#list/definition.ts';
import type { Entry } from '#outbox/entry.ts';
import { bodyFields, editedBills, LOCAL_EXPENSE_TYPE, queuedClaim, sourcesOf } from '#modules/claims/index.ts';

export const typeLabel = (row: Pick<LocalExpense, 'localExpenseType' | 'furtherType'>): string =>
  row.furtherType ?? LOCAL_EXPENSE_TYPE[row.localExpenseType];

/** The day as people read it; a waiting claim may have none yet. */
export const dayText = (row: Pick<LocalExpense, 'expenseDate'>, timeZone: string): string =>
  formatDay(dayOf(row.expenseDate, timeZone));

/** A row with the fields of an entry's body. */
function withBody(row: LocalExpense, entry: Entry): LocalExpense {
  const type = entry.body['localExpenseType'];
  return {
    ...row,
    ...bodyFields(entry),
    ...(typeof type === 'string' &&
      Object.hasOwn(LOCAL_EXPENSE_TYPE, type) && { localExpenseType: type as LocalExpenseType }),
  };
}

/** Local expenses: mobile bills and others. */
export const localExpenseKind: RecordDefinition<LocalExpense> = {
  name: 'localExpense',
  noun: 'claim',
  idOf: (row) => row.expenseId,
  versionOf: (row) => row.version,
  faceOf: (row) => ({ title: typeLabel(row), amount: row.claimAmount }),
  bills: (row) => sourcesOf(row.billUrl),
  creates: ['createLocalExpense'],
  edits: ['updateLocalExpense'],
  queuedRow: (entry, viewer) => withBody({ ...queuedClaim(entry, viewer), localExpenseType: 'OTHERS' }, entry),
  editedRow: (row, entry) => ({ ...withBody(row, entry), billUrl: editedBills(row.billUrl, entry) }),
  answeredRow: (answer) => {
    const parsed = localExpense.safeParse((answer as { data?: unknown } | undefined)?.data);
    return parsed.success ? parsed.data : null;
  },
};

/** What a screen reader says of a card: the id first. */
export const nameOfLocalExpense = (row: LocalExpense, timeZone: string): string =>
  `${row.expenseId}, ${typeLabel(row)}, ${formatRupees(row.claimAmount)}, ${dayText(row, timeZone)}, ` +
  `Manager: ${statusLabel(row.managerApprovalStatus)}`;

export const LOCAL = PRIMARY_EXPENSE_TYPE.local;
