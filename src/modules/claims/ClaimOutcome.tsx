import type { ReactElement } from 'react';
import type { LocalExpense } from '#contract/expense.ts';
import { formatRupees } from '#domain/money.ts';
import { statusOf } from '#domain/status.ts';
import { Tag } from '#ui/Tag.tsx';
import { PaidLine } from './PaidLine.tsx';
import { RemarkLines } from './RemarkLines.tsx';
import { StatusTags } from './StatusTags.tsx';

export type JudgedClaim = Pick<
  LocalExpense,
  | 'claimAmount'
  | 'managerApprovalStatus'
  | 'managerApprovedAmount'
  | 'managerRemarks'
  | 'financeApprovalStatus'
  | 'financeApprovedAmount'
  | 'financeRemarks'
  | 'withdrawn'
  | 'paymentDate'
  | 'paidAmount'
  | 'paymentReference'
>;

/**
 * The amounts that were approved, where they are worth a word: the manager's when it differs from the claim, finance's
 * once finance has approved.
 */
export function approvedTexts(claim: JudgedClaim): string[] {
  const cut =
    statusOf(claim.managerApprovalStatus) === 'approved' &&
    claim.managerApprovedAmount !== null &&
    claim.managerApprovedAmount !== claim.claimAmount;
  const paid = statusOf(claim.financeApprovalStatus) === 'approved' ? claim.financeApprovedAmount : null;
  return [
    ...(cut ? [`Manager approved ${formatRupees(claim.managerApprovedAmount ?? 0)}`] : []),
    ...(paid !== null ? [`Finance approved ${formatRupees(paid)}`] : []),
  ];
}

/** The outcome of a claim: status labels, remarks of its approvers, payment. */
export function ClaimOutcome({
  claim,
  timeZone,
  waiting,
}: {
  claim: JudgedClaim;
  timeZone: string;
  waiting: boolean;
}): ReactElement {
  return (
    <>
      {waiting ? null : (
        <StatusTags
          tags={[
            { by: 'Manager', status: claim.managerApprovalStatus },
            { by: 'Finance', status: claim.financeApprovalStatus },
          ]}
        />
      )}
      {claim.withdrawn ? <Tag>Withdrawn</Tag> : null}
      <RemarkLines
        remarks={[
          ['Manager', claim.managerRemarks],
          ['Finance', claim.financeRemarks],
        ]}
      />
      <PaidLine claim={claim} timeZone={timeZone} />
    </>
  );
}
