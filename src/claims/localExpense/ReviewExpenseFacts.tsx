import type { ReactElement } from 'react';
import type { LocalExpense } from '#contract/expense.ts';
import { ReviewFacts } from '../ReviewFacts.tsx';
import { LocalExpenseFacts } from './LocalExpenseFacts.tsx';

export const ReviewExpenseFacts = ({ row }: { row: LocalExpense }): ReactElement => (
  <>
    <LocalExpenseFacts row={row} />
    <ReviewFacts row={row} />
  </>
);
