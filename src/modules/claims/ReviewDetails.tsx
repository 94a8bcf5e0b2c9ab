import type { ReactElement } from 'react';
import { useSession } from '#data/session.ts';
import { dayOf, formatDay } from '#domain/dates.ts';
import { financeVerdictText } from '#domain/finance.ts';
import { formatRupees } from '#domain/money.ts';
import { statusOf } from '#domain/status.ts';
import { Details } from './Details.tsx';
import type { ReviewedClaim } from './financeDecision.ts';

/** What became of a claim before it came to finance, and there. */
export function ReviewDetails({ row }: { row: ReviewedClaim }): ReactElement {
  const { timeZone } = useSession();
  const { managerApprovedAmount: amount, managerApprovalDate: at, managerName: by, financeApprovalDate: on } = row;
  const decided = statusOf(row.financeApprovalStatus) !== 'pending';
  return (
    <Details
      items={[
        [
          'Manager',
          [amount === null ? '' : formatRupees(amount), at === null ? '' : formatDay(dayOf(at, timeZone)), by ?? '']
            .filter(Boolean)
            .join(', '),
        ],
        ['Manager remarks', row.managerRemarks],
        [
          'Finance',
          decided
            ? [financeVerdictText(row), on === null ? '' : formatDay(dayOf(on, timeZone))].filter(Boolean).join(', ')
            : null,
        ],
        [
          'Paid',
          row.paymentDate === null || row.paymentDate === undefined
            ? null
            : formatDay(dayOf(row.paymentDate, timeZone)),
        ],
      ]}
    />
  );
}
