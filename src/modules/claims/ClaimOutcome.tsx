import type { ReactElement } from 'react';
import { statusColour, statusLabel, statusOf } from '#domain/status.ts';
import { Tag, type Tone } from '#ui/Tag.tsx';
import styles from './Card.module.css';
import { paidText } from '#domain/claimState.ts';
import { Icon } from '#ui/Icon.tsx';
import type { LocalExpense } from '#contract/expense.ts';
import { formatRupees } from '#domain/money.ts';

const TONES: Record<ReturnType<typeof statusColour>, Tone> = {
  yellow: 'wait',
  green: 'good',
  red: 'bad',
  gray: 'plain',
};

export interface StatusTag {
  /** Whose: 'Manager'. */
  by: string;
  status: string;
  on?: 'managerExpenseCard';
}

/** Statuses in words: 'Manager: Approved'. */
export function StatusTags({ tags }: { tags: readonly StatusTag[] }): ReactElement {
  return (
    <div className={styles.tags}>
      {tags.map(({ by, status, on }) => (
        <Tag key={by} tone={TONES[statusColour(status)]}>{`${by}: ${statusLabel(status, on)}`}</Tag>
      ))}
    </div>
  );
}

/** Remarks with their author; nothing when there are none. */
export function RemarkLines({
  remarks,
}: {
  remarks: readonly (readonly [by: string, text: string | null | undefined])[];
}): ReactElement | null {
  const said = remarks.filter(([, text]) => text);
  if (said.length === 0) return null;
  return (
    <dl className={styles.remarks}>
      {said.map(([by, text]) => (
        <div key={by}>
          <dt>{`${by}: `}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

/** When, how much and under which reference a claim was paid; nothing before (PAY-2). */
export function PaidLine({
  claim,
  timeZone,
}: {
  claim: Parameters<typeof paidText>[0];
  timeZone: string;
}): ReactElement | null {
  const text = paidText(claim, timeZone);
  return text === null ? null : (
    <p className={styles.paid}>
      <Icon name="check" size={18} />
      <span>{text}</span>
    </p>
  );
}

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
