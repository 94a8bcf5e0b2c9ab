import type { ReactElement, ReactNode } from 'react';
import { formatDay, type Day } from '#domain/dates.ts';
import { DOCUMENT_WORDS, isCreditPossible, type GstInvoice } from '#domain/gstInvoice/invoice.ts';
import { formatRupees } from '#domain/money.ts';
import { Tag } from '#ui/Tag.tsx';
import styles from './GstCode.module.css';

export interface EInvoiceProps {
  bill: string;
  title: ReactNode;
  invoice: Pick<GstInvoice, 'seller' | 'buyer' | 'kind' | 'number'> & {
    day: Day;
    /** Rupees. */
    value: number;
  };
  /** The organisation's. */
  gstins: readonly string[];
  children?: ReactNode;
}

/** What the verified code of a bill says, and whether input credit is possible (GST-4, GST-9). */
export function EInvoice({ bill, title, invoice, gstins, children }: EInvoiceProps): ReactElement {
  return (
    <section className={styles.box} aria-label={`GST e-invoice in “${bill}”`}>
      <h3 className={styles.title}>
        {title}
        {isCreditPossible(invoice, gstins) ? <Tag tone="good">Input credit possible</Tag> : null}
      </h3>
      <dl className={styles.facts}>
        <dt>Seller</dt>
        <dd>{invoice.seller}</dd>
        <dt>{DOCUMENT_WORDS[invoice.kind]}</dt>
        <dd>{invoice.number}</dd>
        <dt>Date</dt>
        <dd>{formatDay(invoice.day)}</dd>
        <dt>Value</dt>
        <dd>{formatRupees(invoice.value)}</dd>
      </dl>
      {children}
    </section>
  );
}
