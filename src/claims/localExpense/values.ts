import type { LocalExpense } from '#contract/expense.ts';
import { readLocalExpense, type LocalExpenseContext, type LocalExpenseInput } from '#domain/claim.ts';
import { dayOf, isDay, millisOfDay, toDay } from '#domain/dates.ts';
import { groupTyped, ungroup } from '#domain/money.ts';
import { WAITING_FINGER_PRINT } from '#domain/reading.ts';
import { wrong, type Reading } from '#domain/verdict.ts';
import type { FormBill } from '#files/bill.ts';
import type { BillInput, Entry } from '#outbox/entry.ts';

/** The form's content as typed, its fields named as on the wire. */
export interface LocalExpenseValues {
  localExpenseType: string;
  /** YYYY-MM-DD, or what was typed so far. */
  expenseDate: string;
  claimAmount: string;
  remarks: string;
  billUrl: readonly FormBill[];
}

export const emptyValues = (today: string): LocalExpenseValues => ({ localExpenseType: '', expenseDate: today, claimAmount: '', remarks: '', billUrl: [] });

const typed = (value: unknown): string => (typeof value === 'string' ? value : '');
/** An amount as a person would have typed it: no decimals when there are none. */
const amountText = (value: unknown): string => (typeof value === 'number' || typeof value === 'string' ? groupTyped(String(value)) : '');

/** What a record holds, for a form that shows or changes it. */
export function valuesOf(row: LocalExpense, timeZone: string): LocalExpenseValues {
  return {
    localExpenseType: row.localExpenseType,
    expenseDate: dayOf(row.expenseDate, timeZone),
    claimAmount: amountText(row.claimAmount),
    remarks: row.remarks ?? '',
    billUrl: row.billUrl.filter((bill) => !bill.url.startsWith('outbox:')).map((bill) => ({ localId: bill.fingerPrint, name: bill.name, type: bill.type, size: bill.size, hash: bill.fingerPrint, fingerPrint: bill.fingerPrint })),
  };
}

/** What a waiting entry holds. Its own bills are read from the device by `read`; bills it keeps of the record come from `base`. */
export function valuesOfEntry(entry: Entry, timeZone: string, bytes: ReadonlyMap<string, ArrayBuffer>): LocalExpenseValues {
  const { localExpenseType, expenseDate, claimAmount, remarks, billUrl } = entry.body;
  const base = (entry.base as LocalExpense | undefined)?.billUrl ?? [];
  const kept = (Array.isArray(billUrl) ? billUrl : []).flatMap((bill: unknown) => {
    const fingerPrint = typeof bill === 'string' ? bill : (bill as { fingerPrint?: string }).fingerPrint;
    const known = base.find((each) => each.fingerPrint === fingerPrint);
    return fingerPrint === undefined ? [] : [{ localId: fingerPrint, name: known?.name ?? 'Bill', type: known?.type ?? '', size: known?.size ?? 0, hash: fingerPrint, fingerPrint }];
  });
  const own = entry.bills.map((bill): FormBill => {
    const content = bytes.get(bill.localId);
    const facts = { localId: bill.localId, name: bill.name, type: bill.type, size: bill.size, hash: bill.hash };
    return content ? { ...facts, bytes: content } : { ...facts, refused: 'This bill cannot be read any more. Please attach it again.' };
  });
  const day = typeof expenseDate === 'number' ? toDay(expenseDate, timeZone) : null;
  return { localExpenseType: typed(localExpenseType), expenseDate: day ?? '', claimAmount: amountText(claimAmount), remarks: typed(remarks), billUrl: [...kept, ...own] };
}

/** The body as sent. `billUrl` lists what the server has; the outbox adds the rest when it is there. */
export function bodyOf(values: LocalExpenseValues, timeZone: string) {
  return {
    localExpenseType: values.localExpenseType,
    expenseDate: isDay(values.expenseDate) ? millisOfDay(values.expenseDate, timeZone) : undefined,
    claimAmount: ungroup(values.claimAmount),
    remarks: values.remarks,
    billUrl: values.billUrl.flatMap((bill) => (bill.fingerPrint ? [{ fingerPrint: bill.fingerPrint, name: bill.name }] : [])),
  };
}

/** The bills that go with it. */
export const newBills = (values: LocalExpenseValues): BillInput[] =>
  values.billUrl.flatMap((bill) => (bill.bytes && !bill.fingerPrint ? [{ localId: bill.localId, bytes: bill.bytes, name: bill.name, type: bill.type, ...(bill.hash !== '' && { hash: bill.hash }) }] : []));

/** Judges the form by the rule that the server uses; bills on the device count as bills. */
export function readValues(values: LocalExpenseValues, context: LocalExpenseContext): Reading<LocalExpenseInput> {
  const billUrl = values.billUrl.filter((bill) => bill.refused === undefined).map((bill) => ({ fingerPrint: bill.fingerPrint ?? WAITING_FINGER_PRINT, name: bill.name }));
  const reading = readLocalExpense({ ...bodyOf(values, context.timeZone), billUrl }, context);
  const refused = values.billUrl.find((bill) => bill.refused !== undefined)?.refused;
  const bills = values.billUrl.some((bill) => bill.busy) ? 'Please wait until the bills have been read.' : refused;
  if (bills === undefined) return reading;
  return wrong({ ...(reading.ok ? {} : reading.errors), billUrl: bills });
}
