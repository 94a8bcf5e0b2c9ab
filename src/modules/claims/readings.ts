import type { BillReadingInput } from '#contract/reading.ts';
import type { FormBill } from '#files/bill.ts';
import type { Entry } from '#outbox/entry.ts';
import type { BillValues } from './billValues.ts';

/** What was read off the bills of a form, which goes with the claim (READ-12). */

/** Puts what was read off a bill beside it, where it lies in the draft. `step` makes it of what was read before. */
export type OnRead = (
  localId: string,
  step: (before: NonNullable<FormBill['reading']>) => NonNullable<FormBill['reading']>,
) => void;

/** A bill whose signed code can be looked for. */
export const hasBytes = ({ bytes, refused, busy }: FormBill): boolean =>
  bytes !== undefined && refused === undefined && busy !== true;
/** A photo is looked at as it was taken, which shows more, and again once it was made to fit. */
export const lookOf = ({ localId, hash }: FormBill): string => `${localId} ${hash}`;
/** Names what there is to look at for signed codes. */
export const looksOf = (bills: readonly FormBill[]): string => bills.filter(hasBytes).map(lookOf).join(' ');

/** `readings` as sent; nothing where nothing was read. */
export function sentReadings({ billUrl }: BillValues): { readings?: BillReadingInput[] } {
  const readings = billUrl.flatMap(({ hash, reading = {} }) =>
    hash !== '' && Object.keys(reading).length > 0 ? [{ fingerPrint: hash, ...reading }] : [],
  );
  return readings.length > 0 ? { readings } : {};
}

/** The content of a form that opens a waiting entry, with what the entry says was read off its bills. */
export function withReadings<Values extends object>(values: Values, { body }: Entry): Values {
  const bills = 'billUrl' in values && Array.isArray(values.billUrl) ? (values.billUrl as FormBill[]) : [];
  const readings = Array.isArray(body['readings']) ? (body['readings'] as BillReadingInput[]) : [];
  if (bills.length === 0 || readings.length === 0) return values;
  const billUrl = bills.map((bill): FormBill => {
    const { fingerPrint, ...reading } = readings.find((each) => each.fingerPrint === bill.hash) ?? {};
    return fingerPrint === undefined || bill.fingerPrint !== undefined ? bill : { ...bill, reading };
  });
  return { ...values, billUrl };
}
