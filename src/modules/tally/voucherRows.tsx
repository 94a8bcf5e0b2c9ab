import type { ReactElement } from 'react';
import type { TallyBatch, TallyVoucher } from '#contract/tally.ts';
import { dayOf, formatDay } from '#domain/dates.ts';
import { formatRupees } from '#domain/money.ts';
import { claimTypeWord } from '#domain/tallyWords.ts';
import styles from './Batch.module.css';
import { StatusTag } from './labels.tsx';
import { RowBox, type Choosing, type Column } from '#ui/Table.tsx';
import table from '#ui/Table.module.css';
import page from './Tally.module.css';

/** Both sides of a voucher stand in each row, as in an accountant's day book. */
export function voucherColumns(timeZone: string): Column<TallyVoucher>[] {
  return [
    {
      head: 'Voucher',
      width: '20.5%',
      cell: (row) => (
        <>
          <span className={page.whole}>{formatDay(dayOf(row.voucherDate, timeZone))}</span>
          <span className={page.code}>{row.expenseId}</span>
        </>
      ),
    },
    {
      head: 'Ledger',
      cell: (row) => (
        <>
          <Side word="Dr" name={row.ledger} />
          <Side word="Cr" name={row.creditLedger} />
        </>
      ),
    },
    {
      head: 'Employee, cost centre',
      width: '18%',
      cell: (row) => (
        <>
          {`${row.employeeName} (${row.employeeCode})`}
          <span className={page.under}>{row.costCentre || 'No cost centre'}</span>
        </>
      ),
    },
    { head: 'Debit', end: true, width: '12%', cell: (row) => formatRupees(row.amount) },
    {
      head: 'Credit',
      end: true,
      width: '12%',
      cell: (row) => <span className={styles.credit}>{formatRupees(row.amount)}</span>,
    },
    { head: 'Status', width: '11.5%', cell: ({ status }) => <StatusTag status={status} /> },
  ];
}

/** What is said of it in Tally, and why Tally did not take it. */
export const voucherNote = (row: TallyVoucher): ReactElement => (
  <>
    {row.narration}
    <Reason row={row} />
  </>
);

/** Why Tally did not take it. */
const Reason = ({ row }: { row: TallyVoucher }): ReactElement | null =>
  row.reason ? <span className={styles.reason}>{row.reason}</span> : null;

const Side = ({ word, name }: { word: 'Dr' | 'Cr'; name: string }): ReactElement => (
  <span className={styles.side} title={name}>
    <abbr title={word === 'Dr' ? 'Debit' : 'Credit'}>{word}</abbr>
    {name}
  </span>
);

/** What all vouchers of the batch add up to, on both sides. `before`: columns before the amounts, in a table. */
export function BatchTotal({ batch, before }: { batch: TallyBatch; before?: number }): ReactElement {
  const amount = formatRupees(batch.amount);
  if (before === undefined) {
    return (
      <dl className={styles.total} aria-label="Total of the batch">
        <div>
          <dt>Debit</dt>
          <dd>{amount}</dd>
        </div>
        <div>
          <dt>Credit</dt>
          <dd>{amount}</dd>
        </div>
      </dl>
    );
  }
  return (
    <tfoot>
      <tr>
        <th scope="row" colSpan={before}>
          Total of the batch
        </th>
        <td className={table.end}>{amount}</td>
        <td className={table.end}>{amount}</td>
        <td className={styles.balance}>Debit = credit</td>
      </tr>
    </tfoot>
  );
}

export function VoucherCard({
  row,
  timeZone,
  choosing,
}: {
  row: TallyVoucher;
  timeZone: string;
  choosing: Choosing | undefined;
}): ReactElement {
  return (
    <li
      className={page.card}
      aria-label={row.expenseId}
      data-choosing={choosing ? '' : undefined}
      data-chosen={choosing?.has(row.expenseId) ? '' : undefined}
    >
      {choosing ? (
        <span className={page.pick}>
          <RowBox id={row.expenseId} choosing={choosing} />
        </span>
      ) : null}
      <div className={page.top}>
        <p className={page.title}>{row.employeeName}</p>
        <span className={page.amount}>{formatRupees(row.amount)}</span>
      </div>
      <p className={page.line}>
        {`${claimTypeWord(row.type)} · ${formatDay(dayOf(row.voucherDate, timeZone))}` +
          (row.costCentre ? ` · ${row.costCentre}` : '')}
      </p>
      <div className={page.line}>
        <Side word="Dr" name={row.ledger} />
        <Side word="Cr" name={row.creditLedger} />
      </div>
      <p className={page.small}>{row.narration}</p>
      <div className={page.tags}>
        <StatusTag status={row.status} />
      </div>
      <Reason row={row} />
    </li>
  );
}
