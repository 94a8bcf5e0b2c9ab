import type { ReactElement } from 'react';
import type { TallyCandidate } from '#contract/tally.ts';
import { dayOf, formatDay } from '#domain/dates.ts';
import { formatRupees } from '#domain/money.ts';
import { claimKindWord, claimTypeWord, counted } from '#domain/tallyWords.ts';
import { RowBox, type Choosing, type Column } from '#ui/Table.tsx';
import table from '#ui/Table.module.css';
import styles from './Tally.module.css';

const day = (ms: number, timeZone: string): ReactElement => (
  <span className={styles.whole}>{formatDay(dayOf(ms, timeZone))}</span>
);

/** 'Travel expense: Food'; where the type says the kind, the kind alone is enough. */
const kindAndType = ({ kind, type }: TallyCandidate): string => `${claimKindWord(kind)}: ${claimTypeWord(type)}`;

export function candidateColumns(timeZone: string): Column<TallyCandidate>[] {
  return [
    {
      head: 'Claim',
      width: '22%',
      cell: (row) => (
        <>
          {kindAndType(row)}
          <span className={styles.code}>{row.expenseId}</span>
        </>
      ),
    },
    {
      head: 'Employee',
      width: '16%',
      cell: (row) => (
        <>
          {row.employeeName}
          <span className={styles.under}>{row.employeeCode}</span>
        </>
      ),
    },
    {
      head: 'Expense date',
      width: '16.5%',
      cell: (row) => (
        <>
          {day(row.expenseDate, timeZone)}
          <span className={styles.code}>{`approved ${formatDay(dayOf(row.financeApprovalDate, timeZone))}`}</span>
        </>
      ),
    },
    { head: 'Ledger', cell: (row) => row.ledger },
    { head: 'Cost centre', width: '12.5%', cell: (row) => row.costCentre || '–' },
    { head: 'Amount', end: true, width: '12%', cell: (row) => formatRupees(row.amount) },
  ];
}

/** What the rows of this page add up to. */
export function PageTotal({ rows, columns }: { rows: readonly TallyCandidate[]; columns: number }): ReactElement {
  const total = rows.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0) / 100;
  return (
    <tfoot>
      <tr>
        <th scope="row" colSpan={columns - 1}>{`${counted(rows.length, 'claim')} on this page`}</th>
        <td className={table.end}>{formatRupees(total)}</td>
      </tr>
    </tfoot>
  );
}

export function CandidateCard({
  row,
  timeZone,
  choosing,
}: {
  row: TallyCandidate;
  timeZone: string;
  choosing: Choosing | undefined;
}): ReactElement {
  return (
    <li
      className={styles.card}
      aria-label={row.expenseId}
      data-choosing={choosing ? '' : undefined}
      data-chosen={choosing?.has(row.expenseId) ? '' : undefined}
    >
      {choosing ? (
        <span className={styles.pick}>
          <RowBox id={row.expenseId} choosing={choosing} />
        </span>
      ) : null}
      <div className={styles.top}>
        <p className={styles.title}>{row.employeeName}</p>
        <span className={styles.amount}>{formatRupees(row.amount)}</span>
      </div>
      <p className={`${styles.line} ${styles.pair}`}>
        <span
          className={styles.whole}
        >{`${claimTypeWord(row.type)} of ${formatDay(dayOf(row.expenseDate, timeZone))}`}</span>
        <span className={styles.whole}>{`approved ${formatDay(dayOf(row.financeApprovalDate, timeZone))}`}</span>
      </p>
      <p className={styles.line}>{[row.ledger, row.costCentre].filter(Boolean).join(' · ')}</p>
      <p className={styles.small}>{`${row.expenseId} · ${row.employeeCode}`}</p>
    </li>
  );
}
