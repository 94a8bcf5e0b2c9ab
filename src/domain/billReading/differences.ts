import type { BillReadingAnswer } from '#contract/reading.ts';
import { formatDay, type Day } from '../dates.ts';
import { formatRupees, toPaise, toRupees } from '../money.ts';

interface ReadClaim {
  /** Rupees. */
  claimAmount: number;
  /** The claim's own day. */
  day: Day;
  bills: readonly { reading?: BillReadingAnswer | undefined }[];
}

/** What a bill surely says: its verified code before what was read. */
function certain({ sure = [], total, day, eInvoice }: BillReadingAnswer): { paise?: number; day?: Day } {
  const invoice = eInvoice?.documentKind === 'INV' ? eInvoice : undefined;
  const [amount, date] = [
    invoice?.value ?? (sure.includes('total') ? total : undefined),
    invoice?.day ?? (sure.includes('day') ? day : undefined),
  ];
  return { ...(amount !== undefined && { paise: toPaise(amount) }), ...(date !== undefined && { day: date }) };
}

/**
 * Where the bills surely say something else than their claim, in a line each (READ-13). Of several bills the amount may
 * be that of one or of all together, and nothing is said where one of them says none; the day may be that of one.
 */
export function billDifferences({ claimAmount, day, bills }: ReadClaim): string[] {
  const said = bills.map(({ reading }) => certain(reading ?? {}));
  const [amounts, days] = [
    said.flatMap(({ paise }) => (paise === undefined ? [] : [paise])),
    said.flatMap((one) => (one.day === undefined ? [] : [one.day])),
  ];
  const together = amounts.reduce((sum, paise) => sum + paise, 0);
  const whole = amounts.length > 0 && amounts.length === bills.length;
  const one = bills.length === 1;
  return [
    ...(whole && ![...amounts, together].includes(toPaise(claimAmount))
      ? [`${one ? 'The bill says' : 'The bills together say'} ${formatRupees(toRupees(together))}`]
      : []),
    ...(days.length > 0 && days.length === bills.length && !days.includes(day)
      ? [`${one ? 'The bill is' : 'The bills are'} of ${[...new Set(days)].map(formatDay).join(', ')}`]
      : []),
  ];
}
