import type { ReactElement, ReactNode } from 'react';
import { useSession } from '#data/session.ts';
import { dayOf, formatDay } from '#domain/dates.ts';
import { financeVerdictText } from '#domain/finance.ts';
import { formatRupees } from '#domain/money.ts';
import { statusOf } from '#domain/status.ts';
import type { BillSource } from '#files/source.ts';
import { Details } from './Details.tsx';
import { TeamCard, type TeamCardProps } from './TeamCard.tsx';
import { decisionWarnings } from './WarningTags.tsx';
import type { ReviewedClaim } from './financeDecision.ts';

interface ReviewCardProps {
  row: ReviewedClaim;
  /** The calendar day that it is for, in epoch milliseconds. */
  day: number;
  timeZone: string;
  id: TeamCardProps['id'];
  lines: TeamCardProps['lines'];
  bills: readonly BillSource[];
  actions: ReactNode;
}

/** A row of finance's table as a card, where there is no room for the table. */
export function ReviewCard({ row, day, timeZone, id, lines, bills, actions }: ReviewCardProps): ReactElement {
  const pending = statusOf(row.financeApprovalStatus) === 'pending';
  const amounts = [
    ...(row.managerApprovedAmount === null || row.managerApprovedAmount === row.claimAmount
      ? []
      : [`Manager approved ${formatRupees(row.managerApprovedAmount)}`]),
    ...(pending || row.financeApprovedAmount === null
      ? []
      : [`Finance approved ${formatRupees(row.financeApprovedAmount)}`]),
  ];
  return (
    <TeamCard
      who={`${row.employeeName} (${row.employeeCode})`}
      sum={{ text: formatRupees(row.claimAmount), amount: true }}
      lines={amounts.length > 0 ? [...lines, amounts] : lines}
      id={id}
      tags={[
        { by: 'Manager', status: row.managerApprovalStatus },
        { by: 'Finance', status: row.financeApprovalStatus },
      ]}
      warnings={pending ? decisionWarnings(row, day, timeZone) : []}
      managerRemarks={row.managerRemarks}
      bills={{ sources: bills }}
      actions={actions}
    />
  );
}

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
