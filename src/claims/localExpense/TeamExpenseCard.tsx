import type { ReactElement } from 'react';
import type { LocalExpense } from '#contract/expense.ts';
import { formatRupees } from '#domain/money.ts';
import { BillButtons } from '#files/BillButtons.tsx';
import type { CardProps } from '#list/definition.ts';
import { CopyAction } from '#ui/CopyAction.tsx';
import { Tag } from '#ui/Tag.tsx';
import styles from '../Card.module.css';
import { RemarkLines } from '../RemarkLines.tsx';
import { StatusTags } from '../StatusTags.tsx';
import { dayText, localExpenseKind, typeLabel } from './kind.ts';

/** A local expense as it stands in an approver's queue. */
export function TeamExpenseCard({ row, timeZone, actions }: CardProps<LocalExpense>): ReactElement {
  return (
    <>
      <div className={styles.top}>
        <p className={styles.title}>{row.employeeName}</p>
        <span className={styles.amount}>{formatRupees(row.claimAmount)}</span>
      </div>
      <div className={styles.line}>
        <span>{typeLabel(row)}</span>
        <span>{dayText(row, timeZone)}</span>
      </div>
      <div className={styles.line}>
        <span className={styles.id}>
          {`Expense-Id ${row.expenseId}`}
          <CopyAction text={row.expenseId} name="Copy expense id" copied="Expense Id copied." />
        </span>
      </div>
      <div className={styles.tags}>
        <StatusTags tags={[{ by: 'Manager', status: row.managerApprovalStatus, on: 'managerExpenseCard' }]} />
        {row.duplicateOf && row.duplicateOf.length > 0 ? <Tag tone="bad" icon="warning">Same bill used before</Tag> : null}
      </div>
      <RemarkLines remarks={[['Manager', row.managerRemarks]]} />
      <div className={styles.row}>
        <BillButtons sources={localExpenseKind.bills(row)} of={row.expenseId} />
        {actions}
      </div>
    </>
  );
}
