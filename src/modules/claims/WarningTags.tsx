import type { LocalExpense, TravelExpense } from '#contract/expense.ts';
import { isFood } from '#domain/travelExpense.ts';
import { claimWarnings, type Warning } from '#domain/warnings.ts';
import type { ReactElement } from 'react';
import { Tag } from '#ui/Tag.tsx';

/** A claim of any kind in an approver's list. */
export type WarnedClaim = Pick<
  LocalExpense,
  'claimAmount' | 'managerApprovalStatus' | 'duplicateOf' | 'duplicates' | 'duplicatesBy' | 'facts' | 'policyWarning'
> &
  Partial<Pick<TravelExpense, 'travelExpenseType' | 'startDate' | 'endDate' | 'savedAt' | 'createdAt'>>;

/** What an approver should look at twice on a claim of that day (MGR-15, MGR-26). */
export function decisionWarnings(row: WarnedClaim, day: number, timeZone: string): Warning[] {
  const { startDate, endDate } = row;
  const trip = startDate === undefined || endDate === undefined ? undefined : { startDate, endDate };
  return claimWarnings(
    {
      day,
      claimAmount: row.claimAmount,
      duplicateOf: row.duplicateOf,
      duplicates: row.duplicates,
      duplicatesBy: row.duplicatesBy,
      facts: row.facts,
      policyWarning: row.policyWarning,
      isFood: isFood(row.travelExpenseType),
      trip,
      savedAt: row.savedAt,
      createdAt: row.createdAt,
    },
    timeZone,
  );
}

/** What an approver should look at twice, as small signs; the dialog says why. */
export function WarningTags({ warnings }: { warnings: readonly Warning[] }): ReactElement {
  return (
    <>
      {warnings.map(({ kind, sign, grave }) => (
        <Tag key={kind} tone={grave ? 'bad' : 'wait'} icon="warning">
          {sign}
        </Tag>
      ))}
    </>
  );
}
