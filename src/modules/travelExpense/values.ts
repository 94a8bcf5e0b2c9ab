import type { TravelExpense } from '#contract/expense.ts';
import { dayOf, isDay, millisOfDay, toDay, type Day } from '#domain/dates.ts';
import { ungroup } from '#domain/money.ts';
import { parseTravelExpense, type TravelExpenseContext, type TravelExpenseInput } from '#domain/travelExpense.ts';
import type { ParseResult } from '#domain/verdict.ts';
import type { Entry } from '#outbox/entry.ts';
import {
  amountText,
  type BillValues,
  entryFormBills,
  formBills,
  judgedBills,
  sentBills,
  typed,
  typeParts,
  typeValue,
  withBillsRead,
} from '#modules/claims/index.ts';

/** The form's content as typed, its fields named as on the wire. */
export interface TravelExpenseValues extends BillValues {
  /** YYYY-MM-DD: the day that was chosen on the trip. */
  expenseDate: string;
  travelExpenseType: string;
  claimAmount: string;
  remarks: string;
}

export const emptyValues = (day: Day): TravelExpenseValues => ({
  expenseDate: day,
  travelExpenseType: '',
  claimAmount: '',
  remarks: '',
  billUrl: [],
});

/** What a record holds, for a form that shows or changes it. */
export function valuesOf(row: TravelExpense, timeZone: string): TravelExpenseValues {
  return {
    expenseDate: dayOf(row.expenseDate, timeZone),
    travelExpenseType: typeValue(row.travelExpenseType, row.furtherType),
    claimAmount: amountText(row.claimAmount),
    remarks: row.remarks ?? '',
    billUrl: formBills(row.billUrl),
  };
}

/** What a waiting entry holds; a bill that the server refused says so in the server's words, and stays. */
export function valuesOfEntry(
  entry: Entry,
  timeZone: string,
  bytes: ReadonlyMap<string, ArrayBuffer>,
): TravelExpenseValues {
  const { expenseDate, travelExpenseType, claimAmount, remarks, furtherType } = entry.body;
  const day = typeof expenseDate === 'number' ? toDay(expenseDate, timeZone) : null;
  const { bill: failed, message } = entry.refusal ?? {};
  const billUrl = entryFormBills(entry, bytes).map((bill) =>
    message !== undefined && bill.localId === failed && bill.refused === undefined
      ? { ...bill, refused: message }
      : bill,
  );
  return {
    expenseDate: day ?? '',
    travelExpenseType: typeValue(typed(travelExpenseType), furtherType),
    claimAmount: amountText(claimAmount),
    remarks: typed(remarks),
    billUrl,
  };
}

/** The body as sent. */
export function bodyOf(values: TravelExpenseValues, timeZone: string) {
  const { type, furtherType } = typeParts(values.travelExpenseType);
  return {
    expenseDate: isDay(values.expenseDate) ? millisOfDay(values.expenseDate, timeZone) : undefined,
    travelExpenseType: type,
    ...(furtherType !== undefined && { furtherType }),
    claimAmount: ungroup(values.claimAmount),
    remarks: values.remarks,
    billUrl: sentBills(values),
  };
}

/** Judges the form by the rule that the server uses. */
export const parseValues = (
  values: TravelExpenseValues,
  context: TravelExpenseContext,
): ParseResult<TravelExpenseInput> =>
  withBillsRead(
    values,
    parseTravelExpense({ ...bodyOf(values, context.timeZone), billUrl: judgedBills(values) }, context),
  );
