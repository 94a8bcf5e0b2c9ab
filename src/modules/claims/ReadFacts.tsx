import type { ReactElement } from 'react';
import { lazyPart } from '#ui/lazyPart.tsx';
import type { BillCodesProps, BillFactsProps } from './BillFacts.tsx';

/** Kept where it was used: a claim is decided without it, too. */
const LazyBillFacts = lazyPart(() =>
  import('./BillFacts.tsx').then(
    ({ BillFacts }) => BillFacts,
    () => () => null,
  ),
);

const LazyBillCodes = lazyPart(() =>
  import('./BillFacts.tsx').then(
    ({ BillCodes }) => BillCodes,
    () => () => null,
  ),
);

/** The signed codes on these bills, as the server found them. */
export const ReadCodes = ({ bills }: BillCodesProps): ReactElement | null =>
  bills.some(({ reading }) => reading?.code) ? <LazyBillCodes bills={bills} /> : null;

/** What was read off the bills of a claim; the code comes with the first claim of which something was. */
export const ReadFacts = ({ row }: BillFactsProps): ReactElement | null =>
  row.billUrl.some(({ reading }) => reading) ? <LazyBillFacts row={row} /> : null;
