import type { ReactElement } from 'react';
import type { TallyCandidate } from '#contract/tally.ts';
import { dayOf, formatDay } from '#domain/dates.ts';
import { formatRupees } from '#domain/money.ts';
import { claimKindWord, claimTypeWord, counted } from '#domain/tallyWords.ts';
import { RowBox, type Choosing, type Column } from './Table.tsx';
import table from './Table.module.css';
import styles from './Tally.module.css';

const day = (ms: number, timeZone: string): ReactElement => <span className={styles.whole}>{formatDay(dayOf(ms, timeZone))}</span>;

export function candidateColumns(timeZone: string): Column<TallyCandidate>[] {
  return [
    { head: 'Claim', width: '17%', cell: (row) => <>{claimTypeWord(row.type)}<span className={styles.under}>{`${claimKindWord(row.kind)} · ${row.expenseId}`}</span></> },
    { head: 'Employee', cell: (row) => <>{row.employeeName}<span className={styles.under}>{row.employeeCode}</span></> },
    { head: 'Expense date', cell: (row) => day(row.expenseDate, timeZone) },
    { head: 'Approved', cell: (row) => day(row.financeApprovalDate, timeZone) },
    { head: 'Ledger', width: '26%', cell: (row) => <>{row.ledger}<span className={styles.clamp} title={row.narration}>{row.narration}</span></> },
    { head: 'Cost centre', cell: (row) => row.costCentre || '–' },
    { head: 'Amount', end: true, cell: (row) => formatRupees(row.amount) },
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

export function CandidateCard({ row, timeZone, choosing }: { row: TallyCandidate; timeZone: string; choosing: Choosing | undefined }): ReactElement {
  return (
    <li className={styles.card} aria-label={row.expenseId} data-choosing={choosing ? '' : undefined} data-chosen={choosing?.has(row.expenseId) ? '' : undefined}>
      {choosing ? <span className={styles.pick}><RowBox id={row.expenseId} choosing={choosing} /></span> : null}
      <div className={styles.top}>
        <p className={styles.title}>{row.employeeName}</p>
        <span className={styles.amount}>{formatRupees(row.amount)}</span>
      </div>
      <p className={styles.line}>{`${claimTypeWord(row.type)} of ${formatDay(dayOf(row.expenseDate, timeZone))} · approved ${formatDay(dayOf(row.financeApprovalDate, timeZone))}`}</p>
      <p className={styles.line}>{[row.ledger, row.costCentre].filter(Boolean).join(' · ')}</p>
      <p className={styles.small}>{`${row.expenseId} · ${row.employeeCode}`}</p>
    </li>
  );
}
