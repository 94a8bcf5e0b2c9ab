import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { readGst } from '#contract/calls/gst.ts';
import type { SameBill } from '#contract/fields.ts';
import { readOptions } from '#data/query.ts';
import { useSession } from '#data/session.ts';
import { dayOf, formatDay, type Day } from '#domain/dates.ts';
import type { GstInvoice } from '#domain/gstInvoice/invoice.ts';
import { sameOf } from '#domain/sameBill.ts';
import type { FormBill } from '#files/bill.ts';
import { sentMarks, useOwnBills, type OwnBill } from './ownBills.ts';
import { FilingNote } from './PolicyNote.tsx';
import { useUsedElsewhere } from './usedElsewhere.ts';

export interface UsedBillsProps {
  bills: readonly FormBill[];
  /** Of the codes that were verified, by the bill's localId. */
  invoices: Readonly<Record<string, GstInvoice>>;
  /** What the claim itself is known by. */
  self: readonly string[];
  /** By localId, those that may be asked about: read already, of a form that says when, how much and for what. */
  settled: readonly string[];
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

/** Another claim with a bill of the form. */
interface Use {
  same: Same;
  day: Day | undefined;
  where: string;
}

const ownUse = (same: Same, { day, claim }: OwnBill): Use => ({
  same,
  day,
  where: claim === null ? ', in a claim that is not sent yet' : `, in ${claim}`,
});

const textOf = (name: string, { same, day, where }: Use): string =>
  `${WORDS[same](name)}${day === undefined ? '' : ` on ${formatDay(day)}`}${where}.`;

/**
 * Bills of a form that were used in another claim, before it is submitted: of this person, as far as this device knows
 * (DOC-22), and of the organisation, as far as the server says, which never says whose (DOC-26). Nothing is refused.
 */
export function UsedBills({ bills, invoices, self, settled }: UsedBillsProps): ReactElement {
  const { timeZone } = useSession();
  const gstins = useQuery(readOptions(readGst)).data?.data.gstins ?? [];
  const own = useOwnBills(self, gstins);
  const fresh = bills.filter(({ bytes, refused, hash }) => bytes && refused === undefined && hash !== '');
  const isSettled = fresh.every(({ localId }) => settled.includes(localId));
  const elsewhere = useUsedElsewhere(isSettled ? fresh : [], self);
  const used = fresh.flatMap(({ localId, name, hash, reading }) => {
    const marks = sentMarks(hash, reading, invoices[localId] ?? null, gstins);
    const here = own.flatMap((bill): Use[] => {
      const same = sameOf(marks, bill);
      return same === null ? [] : [ownUse(same, bill)];
    });
    const there = elsewhere
      .filter(({ fingerPrint }) => fingerPrint === hash)
      .map(({ same, expenseDate, id }): Use => ({
        same: same ?? 'file',
        day: dayOf(expenseDate, timeZone),
        where: id === undefined ? ', in another claim of your organisation' : `, in ${id}`,
      }));
    // Of those that are as sure, what this device knows goes first: it says most.
    const [found] = [...here, ...there].sort((a, b) => ORDER.indexOf(a.same) - ORDER.indexOf(b.same));
    return found ? [{ localId, text: textOf(name, found) }] : [];
  });
  return (
    <>
      {used.map(({ localId, text }) => (
        <FilingNote key={localId}>{text}</FilingNote>
      ))}
    </>
  );
}
