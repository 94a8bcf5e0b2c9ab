import { createLocalExpense, updateLocalExpense } from '#contract/calls/localExpenses.ts';
import type { LocalExpense } from '#contract/expense.ts';
import type { Submission, FormDraft } from '#data/submit.ts';
import type { LocalExpenseInput } from '#domain/claim.ts';
import { toRupees } from '#domain/money.ts';
import { LOCAL_EXPENSE_TYPE, newBills } from '#modules/claims/index.ts';
import { localExpenseKind } from './kind.ts';
import { bodyOf, type LocalExpenseValues } from './values.ts';

/** Of the dialogs (LOC-18). */
export const RAISE_TITLE = 'Raise Local Expenses';
export const EDIT_TITLE = 'View/Edit Local Expenses';
/** Said once the server has it (LOC-13, LOC-14); `RecordForm` closes its dialog as soon as it is saved. */
const CREATED = 'Local Expense request submit successfully';
const UPDATED = 'Local Expense update successfully.';

function common(values: LocalExpenseValues, input: LocalExpenseInput, timeZone: string) {
  return {
    body: {
      ...bodyOf(values, timeZone),
      claimAmount: toRupees(input.paise),
      remarks: input.remarks,
    } as object as Submission['body'],
    face: {
      title: LOCAL_EXPENSE_TYPE[input.type],
      amount: toRupees(input.paise),
      day: input.day,
      remarks: input.remarks,
    },
    bills: newBills(values),
  };
}

/** A new claim. */
export function createCommand(
  values: LocalExpenseValues,
  input: LocalExpenseInput,
  context: { timeZone: string; email: string; draft?: FormDraft },
): Submission {
  const { body, face, bills } = common(values, input, context.timeZone);
  return {
    endpoint: createLocalExpense,
    query: { email: context.email },
    body,
    face: { ...face, success: CREATED },
    bills,
    record: { kind: localExpenseKind.name },
    ...(context.draft !== undefined && { draft: context.draft }),
  };
}

/** A change of a claim, with the version it was made on (OB-10). */
export function updateCommand(
  row: LocalExpense,
  values: LocalExpenseValues,
  input: LocalExpenseInput,
  context: { timeZone: string; draft?: FormDraft },
): Submission {
  const { body, face, bills } = common(values, input, context.timeZone);
  return {
    endpoint: updateLocalExpense,
    query: { id: row.expenseId },
    body,
    face: { ...face, success: UPDATED },
    bills,
    ifMatch: row.version,
    base: row,
    record: { kind: localExpenseKind.name, id: row.expenseId },
    ...(context.draft !== undefined && { draft: context.draft }),
  };
}
