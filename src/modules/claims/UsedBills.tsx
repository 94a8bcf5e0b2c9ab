import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { readGst } from '#contract/calls/gst.ts';
import type { SameBill } from '#contract/fields.ts';
import { readOptions } from '#data/query.ts';
import { formatDay } from '#domain/dates.ts';
import type { GstInvoice } from '#domain/gstInvoice/invoice.ts';
import { sameOf } from '#domain/sameBill.ts';
import type { FormBill } from '#files/bill.ts';
import { sentMarks, useOwnBills, type OwnBill } from './ownBills.ts';
import { FilingNote } from './PolicyNote.tsx';

export interface UsedBillsProps {
  bills: readonly FormBill[];
  /** Of the codes that were verified, by the bill's localId. */
  invoices: Readonly<Record<string, GstInvoice>>;
  /** What the claim itself is known by. */
  self: readonly string[];
}

type Same = 'file' | SameBill;
/** The strongest first. */
const WORDS: Readonly<Record<Same, (bill: string) => string>> = {
  file: (bill) => `“${bill}” was used`,
  invoice: (bill) => `The e-invoice in “${bill}” was used`,
  number: (bill) => `The bill number in “${bill}” was used with the same seller`,
  payment: (bill) => `The UPI payment in “${bill}” was used`,
  paper: (bill) => `“${bill}” looks like a bill that was used`,
};
const ORDER = Object.keys(WORDS) as Same[];

const placeOf = ({ day, claim }: OwnBill): string =>
  [
    day === undefined ? '' : ` on ${formatDay(day)}`,
    claim === null ? ' in a claim that is not sent yet' : ` in ${claim}`,
  ]
    .filter(Boolean)
    .join(',');

/**
 * Bills of a form that were used in another claim of this person, as far as this device knows, before it is submitted
 * (DOC-22). Nothing is refused.
 */
export function UsedBills({ bills, invoices, self }: UsedBillsProps): ReactElement {
  const gstins = useQuery(readOptions(readGst)).data?.data.gstins ?? [];
  const own = useOwnBills(self, gstins);
  const fresh = bills.filter(({ bytes, refused, hash }) => bytes && refused === undefined && hash !== '');
  const used = fresh.flatMap(({ localId, name, hash, reading }) => {
    const marks = sentMarks(hash, reading, invoices[localId] ?? null, gstins);
    const [found] = own
      .flatMap((bill) => {
        const same = sameOf(marks, bill);
        return same === null ? [] : [{ bill, same }];
      })
      .sort((a, b) => ORDER.indexOf(a.same) - ORDER.indexOf(b.same));
    return found ? [{ localId, text: `${WORDS[found.same](name)}${placeOf(found.bill)}.` }] : [];
  });
  return (
    <>
      {used.map(({ localId, text }) => (
        <FilingNote key={localId}>{text}</FilingNote>
      ))}
    </>
  );
}
