import type { ReactElement } from 'react';
import type { TravelExpense } from '#contract/expense.ts';
import { ReviewFacts } from '../ReviewFacts.tsx';
import { TeamTravelFacts } from './TeamTravelFacts.tsx';

export const ReviewTravelFacts = ({ row }: { row: TravelExpense }): ReactElement => (
  <>
    <TeamTravelFacts row={row} />
    <ReviewFacts row={row} />
  </>
);
