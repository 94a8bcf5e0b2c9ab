import type { ReactElement } from 'react';
import type { Conveyance } from '#contract/expense.ts';
import { shownFinanceAmount } from '#domain/claim.ts';
import { formatRupees } from '#domain/money.ts';
import { statusOf } from '#domain/status.ts';
import { BillButtons } from '#files/BillButtons.tsx';
import type { CardProps } from '#list/definition.ts';
import { CopyAction } from '#ui/CopyAction.tsx';
import { Tag } from '#ui/Tag.tsx';
import { cardStyles as styles, PaidLine, RemarkLines, StatusTags } from '#modules/claims/index.ts';
import { conveyanceKind, dayText, distanceText, typeLabel, wayText } from './kind.ts';

/** A conveyance claim as its owner sees it (CNV-5, CNV-7). */
export function ConveyanceCard({ row, timeZone, actions }: CardProps<Conveyance>): ReactElement {
  const cut =
    statusOf(row.managerApprovalStatus) === 'approved' &&
    row.managerApprovedAmount !== null &&
    row.managerApprovedAmount !== row.claimAmount;
  const paid = shownFinanceAmount(row);
  return (
    <>
      <div className={styles.top}>
        <p className={styles.title}>{wayText(row)}</p>
        <span className={styles.amount}>{formatRupees(row.claimAmount)}</span>
      </div>
      <div className={styles.line}>
        <span>{dayText(row, timeZone)}</span>
        <span>{`${typeLabel(row)}, ${distanceText(row)}`}</span>
        <span className={styles.id}>
          {row.tripId}
          <CopyAction text={row.tripId} name="Copy trip id" copied="Trip Id Copied." />
        </span>
      </div>
      <div className={styles.line}>
        <span>{`${row.employeeName} for ${row.clientName}`}</span>
        {cut ? <span>{`Manager approved ${formatRupees(row.managerApprovedAmount ?? 0)}`}</span> : null}
        {paid !== null ? <span>{`Finance approved ${formatRupees(paid)}`}</span> : null}
      </div>
      <StatusTags
        tags={[
          { by: 'Manager', status: row.managerApprovalStatus },
          { by: 'Finance', status: row.financeApprovalStatus },
        ]}
      />
      {row.withdrawn ? <Tag>Withdrawn</Tag> : null}
      <RemarkLines
        remarks={[
          ['Remarks', row.remarks],
          ['Manager', row.managerRemarks],
          ['Finance', row.financeRemarks],
        ]}
      />
      <PaidLine claim={row} timeZone={timeZone} />
      <div className={styles.row}>
        <BillButtons sources={conveyanceKind.bills(row)} of={row.tripId} />
        {actions}
      </div>
    </>
  );
}
