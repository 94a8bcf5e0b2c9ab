import type { ReactElement } from 'react';
import type { LocalExpense } from '#contract/expense.ts';
import { ReviewDetails } from '#modules/claims/index.ts';
import { LocalExpenseDetails } from './LocalExpenseDetails.tsx';

export const ReviewExpenseDetails = ({ row }: { row: LocalExpense }): ReactElement => (
  <>
    <LocalExpenseDetails row={row} />
    <ReviewDetails row={row} />
  </>
);
