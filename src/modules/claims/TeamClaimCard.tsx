import type { ReactElement, ReactNode } from 'react';
import type { LocalExpense } from '#contract/expense.ts';
import { formatRupees } from '#domain/money.ts';
import { statusOf } from '#domain/status.ts';
import type { BillSource } from '#files/source.ts';
import { decisionWarnings, type WarnedClaim } from './WarningTags.tsx';
import { TeamCard, type TeamCardProps } from './TeamCard.tsx';

export interface TeamClaimCardProps {
  row: WarnedClaim & Pick<LocalExpense, 'employeeName' | 'managerApprovedAmount' | 'managerRemarks'>;
  /** The calendar day that it is for, in epoch milliseconds. */
  day: number;
  timeZone: string;
  id: TeamCardProps['id'];
  lines: TeamCardProps['lines'];
  bills: readonly BillSource[];
  actions: ReactNode;
}

/** A claim of any kind in a manager's queue. */
export function TeamClaimCard({ row, day, timeZone, id, lines, bills, actions }: TeamClaimCardProps): ReactElement {
  const { managerApprovedAmount: approved } = row;
  const pending = statusOf(row.managerApprovalStatus) === 'pending';
  const cut = statusOf(row.managerApprovalStatus) === 'approved' && approved !== null && approved !== row.claimAmount;
  return (
    <TeamCard
      who={row.employeeName}
      sum={{ text: formatRupees(row.claimAmount), amount: true }}
      lines={cut ? [...lines, [`Approved ${formatRupees(approved)}`]] : lines}
      id={id}
      tags={[{ by: 'Manager', status: row.managerApprovalStatus, on: 'managerExpenseCard' }]}
      warnings={pending ? decisionWarnings(row, day, timeZone) : []}
      managerRemarks={row.managerRemarks}
      bills={{ sources: bills }}
      actions={actions}
    />
  );
}
