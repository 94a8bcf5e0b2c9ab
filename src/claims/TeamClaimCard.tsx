import type { ReactElement, ReactNode } from 'react';
import type { LocalExpense } from '#contract/expense.ts';
import { formatRupees } from '#domain/money.ts';
import { statusOf } from '#domain/status.ts';
import type { BillSource } from '#files/source.ts';
import { TeamCard, type TeamCardProps } from './TeamCard.tsx';

export interface TeamClaimCardProps {
  row: Pick<LocalExpense, 'employeeName' | 'claimAmount' | 'managerApprovalStatus' | 'managerApprovedAmount' | 'managerRemarks' | 'duplicateOf'>;
  id: TeamCardProps['id'];
  lines: TeamCardProps['lines'];
  bills: readonly BillSource[];
  actions: ReactNode;
}

/** A claim of any kind as it stands in a manager's queue. */
export function TeamClaimCard({ row, id, lines, bills, actions }: TeamClaimCardProps): ReactElement {
  const { managerApprovedAmount: approved } = row;
  const cut = statusOf(row.managerApprovalStatus) === 'approved' && approved !== null && approved !== row.claimAmount;
  return (
    <TeamCard
      who={row.employeeName}
      sum={{ text: formatRupees(row.claimAmount), amount: true }}
      lines={cut ? [...lines, [`Approved ${formatRupees(approved)}`]] : lines}
      id={id}
      tags={[{ by: 'Manager', status: row.managerApprovalStatus, on: 'managerExpenseCard' }]}
      sameBill={row.duplicateOf !== undefined && row.duplicateOf.length > 0}
      managerRemarks={row.managerRemarks}
      bills={{ sources: bills }}
      actions={actions}
    />
  );
}
