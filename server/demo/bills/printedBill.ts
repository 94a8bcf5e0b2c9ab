import type { Day } from '#domain/dates.ts';

/** What a bill says. Amounts are paise, tax included; the lines add up to `total`. */
export interface PrintedBill {
  merchant: string;
  address: string;
  /** GST registration as printed. */
  taxNumber: string;
  /** The merchant's own number of this bill. */
  number: string;
  day: Day;
  /** Minutes since midnight. */
  minute: number;
  customer: string;
  lines: readonly { text: string; paise: number }[];
  total: number;
  paidBy: string;
}

/** Rupees as bills print them: 1,234.50 with Indian grouping. */
export function printedAmount(paise: number): string {
  const [whole = '0', fraction = '00'] = (paise / 100).toFixed(2).split('.');
  return `${whole.replace(/(\d)(?=(\d\d)+\d$)/g, '$1,')}.${fraction}`;
}

export const printedDay = (day: Day): string => day.split('-').reverse().join('-');

export const printedTime = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

/** The tax inside a total that has 18 % added: half to the union, half to the state. */
export function taxWithin(total: number): { taxable: number; central: number; state: number } {
  const taxable = Math.round(total / 1.18);
  const central = Math.floor((total - taxable) / 2);
  return { taxable, central, state: total - taxable - central };
}
