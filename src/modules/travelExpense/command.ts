import { createTravelExpense, updateTravelExpense, withdrawTravelExpense } from '#contract/calls/travelExpenses.ts';
import type { TravelExpense } from '#contract/expense.ts';
import type { Submission, FormDraft } from '#data/submit.ts';
import { toRupees } from '#domain/money.ts';
import { travelExpenseCan, type TravelExpenseInput } from '#domain/travelExpense.ts';
import { newBills, TRAVEL_EXPENSE_TYPE, type Withdrawal } from '#modules/claims/index.ts';
import { travelExpenseKind } from './kind.ts';
import { bodyOf, type TravelExpenseValues } from './values.ts';

export const RAISE_TITLE = 'Raise Travel Expense';
export const EDIT_TITLE = 'View/Edit Travel Expense';
/** Said once the server has it (TRV-6). */
const CREATED = 'Travel Expense submit successfully';
const UPDATED = 'Travel Expense update successfully.';

interface Context {
  tripId: string;
  timeZone: string;
  draft?: FormDraft;
}

function common(values: TravelExpenseValues, input: TravelExpenseInput, { timeZone, draft }: Context) {
  return {
    body: {
      ...bodyOf(values, timeZone),
      claimAmount: toRupees(input.paise),
      remarks: input.remarks,
    } as object as Submission['body'],
    face: {
      title: TRAVEL_EXPENSE_TYPE[input.type],
      amount: toRupees(input.paise),
      day: input.day,
      remarks: input.remarks,
    },
    bills: newBills(values),
    ...(draft !== undefined && { draft }),
  };
}

/** A new claim of a day of a trip. */
export function createCommand(
  values: TravelExpenseValues,
  input: TravelExpenseInput,
  context: Context & { email: string },
): Submission {
  const { face, ...rest } = common(values, input, context);
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
  context: Omit<Context, 'tripId'>,
): Submission {
  const { face, ...rest } = common(values, input, { ...context, tripId: row.tripId });
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
