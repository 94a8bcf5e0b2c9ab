import { createTravelExpense, updateTravelExpense, withdrawTravelExpense } from '#contract/calls/travelExpenses.ts';
import type { TravelExpense } from '#contract/expense.ts';
import type { Submission, FormDraft } from '#data/submit.ts';
import { travelExpenseCan, type TravelExpenseInput } from '#domain/travelExpense.ts';
import { claimContent, TRAVEL_EXPENSE_TYPE, type Withdrawal } from '#modules/claims/index.ts';
import { travelExpenseKind } from './kind.ts';
import { bodyOf, type TravelExpenseValues } from './values.ts';

export const RAISE_TITLE = 'Raise Travel Expense';
export const EDIT_TITLE = 'View/Edit Travel Expense';
/** Said once the server has it (TRV-6). */
const CREATED = 'Travel Expense submit successfully';
const UPDATED = 'Travel Expense update successfully.';

interface Context {
  timeZone: string;
  draft?: FormDraft;
}

const contentOf = (values: TravelExpenseValues, input: TravelExpenseInput, { timeZone, draft }: Context) =>
  claimContent(input.furtherType ?? TRAVEL_EXPENSE_TYPE[input.type], values, bodyOf(values, timeZone), input, draft);

/** A new claim of a day of a trip. */
export function createCommand(
  values: TravelExpenseValues,
  input: TravelExpenseInput,
  context: Context & { tripId: string; email: string },
): Submission {
  const { face, ...rest } = contentOf(values, input, context);
  return {
    ...rest,
    endpoint: createTravelExpense,
    query: { email: context.email, id: context.tripId },
    face: { ...face, success: CREATED },
    record: { kind: travelExpenseKind.name, trip: context.tripId },
  };
}

/** A change of a claim, with the version it was made on (OB-10). */
export function updateCommand(
  row: TravelExpense,
  values: TravelExpenseValues,
  input: TravelExpenseInput,
  context: Context,
): Submission {
  const { face, ...rest } = contentOf(values, input, context);
  return {
    ...rest,
    endpoint: updateTravelExpense,
    query: { id: row.expenseId },
    face: { ...face, success: UPDATED },
    ifMatch: row.version,
    base: row,
    record: { kind: travelExpenseKind.name, id: row.expenseId, trip: row.tripId },
  };
}

export const travelWithdrawal: Withdrawal<TravelExpense> = {
  kind: travelExpenseKind,
  endpoint: withdrawTravelExpense,
  can: travelExpenseCan.withdraw,
};
