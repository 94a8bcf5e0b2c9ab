import type { ReactElement } from 'react';
import { optionalPart } from '#ui/lazyPart.tsx';
import type { BillCodesProps, BillFactsProps } from './BillFacts.tsx';

/** Kept where it was used: a claim is decided without it, too. */
const LazyBillFacts = optionalPart(() => import('./BillFacts.tsx').then(({ BillFacts }) => BillFacts));

const LazyBillCodes = optionalPart(() => import('./BillFacts.tsx').then(({ BillCodes }) => BillCodes));

/** The signed codes on these bills, as the server found them. */
export const ReadCodes = ({ bills }: BillCodesProps): ReactElement | null =>
  bills.some(({ reading }) => reading?.code) ? <LazyBillCodes bills={bills} /> : null;

/** What was read off the bills of a claim; the code comes with the first claim of which something was. */
export const ReadFacts = ({ row }: BillFactsProps): ReactElement | null =>
  row.billUrl.some(({ reading }) => reading) ? <LazyBillFacts row={row} /> : null;
