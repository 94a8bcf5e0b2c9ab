import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { readGst } from '#contract/calls/gst.ts';
import type { LocalExpense } from '#contract/expense.ts';
import { readOptions } from '#data/query.ts';
import { useSession } from '#data/session.ts';
import { billDifferences } from '#domain/billReading/differences.ts';
import { dayOf } from '#domain/dates.ts';
import { UNVERIFIED_WORDS } from '#domain/gstInvoice/invoice.ts';
import { Notice } from '#ui/Notice.tsx';
import { Tag } from '#ui/Tag.tsx';
import { EInvoice } from './EInvoice.tsx';
import styles from './GstCode.module.css';

export interface BillFactsProps {
  row: Pick<LocalExpense, 'billUrl' | 'claimAmount' | 'expenseDate'>;
}

/**
 * What was read off the bills of a claim, for whoever looks at it: codes that the server verified (GST-9), and where
 * the bills surely say something else than the claim (READ-13).
 */
export function BillFacts({ row }: BillFactsProps): ReactElement {
  const { timeZone } = useSession();
  const { billUrl: bills, claimAmount, expenseDate } = row;
  const differences = billDifferences({ claimAmount, day: dayOf(expenseDate, timeZone), bills });
  return (
    <div className={styles.list}>
      {differences.map((text) => (
        <Notice key={text} tone="wait" icon="warning">
          {text}
        </Notice>
      ))}
      <BillCodes bills={bills} />
    </div>
  );
}

export interface BillCodesProps {
  bills: readonly Pick<LocalExpense['billUrl'][number], 'fingerPrint' | 'name' | 'reading'>[];
}

/** The signed codes of bills, as the server found them (GST-9). */
export function BillCodes({ bills }: BillCodesProps): ReactElement {
  const asked = bills.some(({ reading }) => reading?.eInvoice);
  const gstins = useQuery({ ...readOptions(readGst), enabled: asked }).data?.data.gstins ?? [];
  return (
    <>
      {bills.map(({ fingerPrint, name, reading }) => {
        if (reading?.eInvoice) {
          const { documentKind: kind, billNumber: number, ...invoice } = reading.eInvoice;
          return (
            <EInvoice
              key={fingerPrint}
              bill={name}
              title={
                <Tag tone="good" icon="check">
                  Verified e-invoice
                </Tag>
              }
              invoice={{ ...invoice, kind, number }}
              gstins={gstins}
            >
              <p className={styles.bill}>{`in “${name}”`}</p>
            </EInvoice>
          );
        }
        return reading?.code === 'altered' || reading?.code === 'unknownKey' ? (
          <Notice key={fingerPrint} {...(reading.code === 'altered' && { tone: 'bad', icon: 'warning' })}>
            {`${UNVERIFIED_WORDS[reading.code]} In “${name}”.`}
          </Notice>
        ) : null;
      })}
    </>
  );
}
