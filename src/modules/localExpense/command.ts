import { createLocalExpense, updateLocalExpense } from '#contract/calls/localExpenses.ts';
import type { LocalExpense } from '#contract/expense.ts';
import type { Submission, FormDraft } from '#data/submit.ts';
import type { LocalExpenseInput } from '#domain/claim.ts';
import { claimContent, LOCAL_EXPENSE_TYPE } from '#modules/claims/index.ts';
import { localExpenseKind } from './kind.ts';
import { bodyOf, type LocalExpenseValues } from './values.ts';

/** Of the dialogs (LOC-18). */
export const RAISE_TITLE = 'Raise Local Expenses';
export const EDIT_TITLE = 'View/Edit Local Expenses';
/** Said once the server has it (LOC-13, LOC-14); `RecordForm` closes its dialog as soon as it is saved. */
const CREATED = 'Local Expense request submit successfully';
const UPDATED = 'Local Expense update successfully.';

interface Context {
  timeZone: string;
  draft?: FormDraft;
}

const contentOf = (values: LocalExpenseValues, input: LocalExpenseInput, { timeZone, draft }: Context) =>
  claimContent(input.furtherType ?? LOCAL_EXPENSE_TYPE[input.type], values, bodyOf(values, timeZone), input, draft);

/** A new claim. */
export function createCommand(
  values: LocalExpenseValues,
  input: LocalExpenseInput,
  context: Context & { email: string },
): Submission {
  const { face, ...rest } = contentOf(values, input, context);
  return {
    ...rest,
    endpoint: createLocalExpense,
    query: { email: context.email },
    face: { ...face, success: CREATED },
    record: { kind: localExpenseKind.name },
  };
}

/** A change of a claim, with the version it was made on (OB-10). */
export function updateCommand(
  row: LocalExpense,
  values: LocalExpenseValues,
  input: LocalExpenseInput,
  context: Context,
): Submission {
  const { face, ...rest } = contentOf(values, input, context);
  return {
    ...rest,
    endpoint: updateLocalExpense,
    query: { id: row.expenseId },
    face: { ...face, success: UPDATED },
    ifMatch: row.version,
    base: row,
    record: { kind: localExpenseKind.name, id: row.expenseId },
  };
}
