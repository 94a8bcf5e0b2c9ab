import type { ReactElement, ReactNode } from 'react';
import type { LocalExpense } from '#contract/expense.ts';
import { formatRupees } from '#domain/money.ts';
import { statusOf } from '#domain/status.ts';
import type { Warning } from '#domain/warnings.ts';
import { BillButtons } from '#files/BillButtons.tsx';
import type { BillSource } from '#files/source.ts';
import styles from './Card.module.css';
import { CardId } from './CardId.tsx';
import { RemarkLines, StatusTags, type StatusTag } from './ClaimOutcome.tsx';
import { decisionWarnings, WarningTags, type WarnedClaim } from './WarningTags.tsx';

const NONE: readonly Warning[] = [];

export interface TeamCardProps {
  /** Whose it is. */
  who: string;
  /** What it comes to, in rupees or in days. */
  sum: { text: string; amount: boolean };
  /** What it is and when, in lines of a few words each. */
  lines: readonly (readonly string[])[];
  /** 'Trip-Id TRP1', with a button that copies the id. */
  id: { word: 'Trip-Id' | 'Expense-Id'; of: string };
  tags: readonly StatusTag[];
  /** What to look at twice, in words (MGR-15, MGR-26). */
  warnings?: readonly Warning[];
  managerRemarks: string | null;
  bills: { sources: readonly BillSource[]; noun?: string };
  actions: ReactNode;
}

/** Said when an id is copied (MGR-23). */
const COPY = {
  'Trip-Id': { name: 'Copy trip id', copied: 'Trip Id copied.' },
  'Expense-Id': { name: 'Copy expense id', copied: 'Expense Id copied.' },
} as const;

/** A request of any kind in a manager's queue. */
export function TeamCard({
  who,
  sum,
  lines,
  id,
  tags,
  warnings = NONE,
  managerRemarks,
  bills,
  actions,
}: TeamCardProps): ReactElement {
  return (
    <>
      <div className={styles.top}>
        <p className={styles.title}>{who}</p>
        <span className={sum.amount ? styles.amount : styles.aside}>{sum.text}</span>
      </div>
      {lines.map((line, n) => (
        <div key={line[0]} className={styles.line}>
          {line.map((text) => (
            <span key={text}>{text}</span>
          ))}
          {n === 0 ? <CardId id={id.of} word={id.word} {...COPY[id.word]} /> : null}
        </div>
      ))}
      <RemarkLines remarks={[['Manager', managerRemarks]]} />
      <div className={styles.foot}>
        <div className={styles.tags}>
          <StatusTags tags={tags} />
          <WarningTags warnings={warnings} />
        </div>
        <div className={styles.row}>
          <BillButtons sources={bills.sources} of={id.of} {...(bills.noun !== undefined && { noun: bills.noun })} />
          {actions}
        </div>
      </div>
    </>
  );
}

interface TeamClaimCardProps {
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
