import type { LocalExpense } from '#contract/expense.ts';
import { parseLocalExpense, type LocalExpenseContext, type LocalExpenseInput } from '#domain/claim.ts';
import { dayOf, isDay, millisOfDay, toDay } from '#domain/dates.ts';
import { ungroup } from '#domain/money.ts';
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
export interface LocalExpenseValues extends BillValues {
  localExpenseType: string;
  /** YYYY-MM-DD, or what was typed so far. */
  expenseDate: string;
  claimAmount: string;
  remarks: string;
}

export const emptyValues = (today: string): LocalExpenseValues => ({
  localExpenseType: '',
  expenseDate: today,
  claimAmount: '',
  remarks: '',
  billUrl: [],
});

/** What a record holds, for a form that shows or changes it. */
export function valuesOf(row: LocalExpense, timeZone: string): LocalExpenseValues {
  return {
    localExpenseType: typeValue(row.localExpenseType, row.furtherType),
    expenseDate: dayOf(row.expenseDate, timeZone),
    claimAmount: amountText(row.claimAmount),
    remarks: row.remarks ?? '',
    billUrl: formBills(row.billUrl),
  };
}

/**
 * What a waiting entry holds. Its own bills are read from the device by `bytes`; bills it keeps of the record come from
 * `base`.
 */
export function valuesOfEntry(
  entry: Entry,
  timeZone: string,
  bytes: ReadonlyMap<string, ArrayBuffer>,
): LocalExpenseValues {
  const { localExpenseType, expenseDate, claimAmount, remarks, furtherType } = entry.body;
  const day = typeof expenseDate === 'number' ? toDay(expenseDate, timeZone) : null;
  return {
    localExpenseType: typeValue(typed(localExpenseType), furtherType),
    expenseDate: day ?? '',
    claimAmount: amountText(claimAmount),
    remarks: typed(remarks),
    billUrl: entryFormBills(entry, bytes),
  };
}

/** The body as sent. */
export function bodyOf(values: LocalExpenseValues, timeZone: string) {
  const { type, furtherType } = typeParts(values.localExpenseType);
  return {
    localExpenseType: type,
    ...(furtherType !== undefined && { furtherType }),
    expenseDate: isDay(values.expenseDate) ? millisOfDay(values.expenseDate, timeZone) : undefined,
    claimAmount: ungroup(values.claimAmount),
    remarks: values.remarks,
    billUrl: sentBills(values),
  };
}

/** Judges the form by the rule that the server uses. */
export const parseValues = (values: LocalExpenseValues, context: LocalExpenseContext): ParseResult<LocalExpenseInput> =>
  withBillsRead(
    values,
    parseLocalExpense({ ...bodyOf(values, context.timeZone), billUrl: judgedBills(values) }, context),
  );
