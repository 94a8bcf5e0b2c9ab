import type { BillReadingAnswer } from '#contract/reading.ts';
import { billNumberKey } from '../billNumberKey.ts';
import { formatDay } from '../dates.ts';
import { formatRupees, toPaise } from '../money.ts';

/** A bill of a claim, as far as it is compared; what was read off it as answered. */
export interface ComparedBill {
  fingerPrint: string;
  reading?: BillReadingAnswer | undefined;
}

/** What two bills say, in a few words each: 'total ₹347.00', 'total ₹347.00 and ₹384.00'. */
export interface Compared {
  same: string[];
  different: string[];
}

/** A fact as it is compared, and as it is said. */
type Fact = [key: number | string, said: string];

const FACTS: readonly [name: string, of: (reading: BillReadingAnswer) => Fact | null][] = [
  [
    'total',
    ({ total, eInvoice }) => {
      const rupees = eInvoice?.value ?? total;
      return rupees === undefined ? null : [toPaise(rupees), formatRupees(rupees)];
    },
  ],
  [
    'day',
    ({ day: read, eInvoice }) => {
      const day = eInvoice?.day ?? read;
      return day === undefined ? null : [day, formatDay(day)];
    },
  ],
  [
    'bill number',
    ({ billNumber, eInvoice }) => {
      const number = eInvoice?.billNumber ?? billNumber;
      return number === undefined ? null : [billNumberKey(number) ?? number, number];
    },
  ],
  [
    'GSTIN of the seller',
    ({ gstin: read, eInvoice }) => {
      const gstin = eInvoice?.seller ?? read;
      return gstin === undefined ? null : [gstin, gstin];
    },
  ],
  ['UPI payment', ({ upiReference: number }) => (number === undefined ? null : [number, number])],
  ['e-invoice', ({ eInvoice }) => (eInvoice ? [eInvoice.irn, `${eInvoice.irn.slice(0, 8)}…`] : null)],
];

/**
 * What is the same of two bills and what differs, of what was read off both: the code that the server verified before
 * what was read (DOC-24).
 */
export function comparedBills(one: ComparedBill, other: ComparedBill): Compared {
  const compared: Compared = { same: one.fingerPrint === other.fingerPrint ? ['file'] : [], different: [] };
  for (const [name, of] of FACTS) {
    const [here, there] = [of(one.reading ?? {}), of(other.reading ?? {})];
    if (!here || !there) continue;
    if (here[0] === there[0]) compared.same.push(`${name} ${here[1]}`);
    else compared.different.push(`${name} ${here[1]} and ${there[1]}`);
  }
  return compared;
}

/** Of the bills of two claims the two that have most in common, by their places: the same file before all. */
export function closestBills(ones: readonly ComparedBill[], others: readonly ComparedBill[]): [number, number] {
  let closest: [number, number] = [0, 0];
  let most = -Infinity;
  for (const [here, one] of ones.entries())
    for (const [there, other] of others.entries()) {
      const { same, different } = comparedBills(one, other);
      const common = (same[0] === 'file' ? FACTS.length + 1 : 0) + same.length - different.length;
      if (common > most) [most, closest] = [common, [here, there]];
    }
  return closest;
}
