import type { ReactElement } from 'react';
import type { LocalExpense } from '#contract/expense.ts';
import { formatRupees } from '#domain/money.ts';
import { BillButtons } from '#files/BillButtons.tsx';
import type { CardProps } from '#list/definition.ts';
import { CopyAction } from '#ui/CopyAction.tsx';
import { approvedTexts, cardStyles as styles, ClaimOutcome } from '#modules/claims/index.ts';
import { dayText, localExpenseKind, typeLabel } from './kind.ts';

/** A local expense as its owner sees it (LOC-20, LOC-21). */
export function LocalExpenseCard({ row, timeZone, waiting, actions }: CardProps<LocalExpense>): ReactElement {
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
        {approvedTexts(row).map((text) => (
          <span key={text}>{text}</span>
        ))}
      </div>
      <ClaimOutcome claim={row} timeZone={timeZone} waiting={waiting} />
      <div className={styles.row}>
        <BillButtons sources={bills} of={row.expenseId} />
        {actions}
      </div>
    </>
  );
}
