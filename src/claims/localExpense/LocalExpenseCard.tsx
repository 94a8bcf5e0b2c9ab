import type { ReactElement } from 'react';
import type { LocalExpense } from '#contract/expense.ts';
import { dayOf, formatDay } from '#domain/dates.ts';
import { formatRupees } from '#domain/money.ts';
import { statusOf } from '#domain/status.ts';
import { BillButtons } from '#files/BillButtons.tsx';
import type { CardProps } from '#list/definition.ts';
import { CopyAction } from '#ui/CopyAction.tsx';
import { Tag } from '#ui/Tag.tsx';
import styles from '../Card.module.css';
import { RemarkLines } from '../RemarkLines.tsx';
import { StatusTags } from '../StatusTags.tsx';
import { dayText, localExpenseKind, typeLabel } from './kind.ts';

/** A local expense as its owner sees it. */
export function LocalExpenseCard({ row, timeZone, waiting, actions }: CardProps<LocalExpense>): ReactElement {
  // Only what differs from the claim is worth a line of its own.
  const cut = statusOf(row.managerApprovalStatus) === 'approved' && row.managerApprovedAmount !== null && row.managerApprovedAmount !== row.claimAmount;
  const paid = statusOf(row.financeApprovalStatus) === 'approved' ? row.financeApprovedAmount : null;
  const bills = localExpenseKind.bills(row);
  return (
    <>
      <div className={styles.top}>
        <p className={styles.title}>{typeLabel(row)}</p>
        <span className={styles.amount}>{formatRupees(row.claimAmount)}</span>
      </div>
      <div className={styles.line}>
        <span>{dayText(row, timeZone)}</span>
        {waiting ? null : (
          <span className={styles.id}>
            {row.expenseId}
            <CopyAction text={row.expenseId} name="Copy expense id" copied="ExpenseId copied." />
          </span>
        )}
        {cut ? <span>{`Manager approved ${formatRupees(row.managerApprovedAmount ?? 0)}`}</span> : null}
        {paid !== null ? <span>{`Finance approved ${formatRupees(paid)}`}</span> : null}
      </div>
      {waiting ? null : <StatusTags tags={[{ by: 'Manager', status: row.managerApprovalStatus }, { by: 'Finance', status: row.financeApprovalStatus }]} />}
      {row.withdrawn ? <Tag>Withdrawn</Tag> : null}
      <RemarkLines remarks={[['Manager', row.managerRemarks], ['Finance', row.financeRemarks]]} />
      {row.paymentDate ? (
        <p className={styles.line}>{`Paid ${formatRupees(row.paidAmount ?? row.financeApprovedAmount ?? 0)} on ${formatDay(dayOf(row.paymentDate, timeZone))}${row.paymentReference ? ` · ${row.paymentReference}` : ''}`}</p>
      ) : null}
      <div className={styles.row}>
        <BillButtons sources={bills} of={row.expenseId} />
        {actions}
      </div>
    </>
  );
}
