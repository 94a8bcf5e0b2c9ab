import type { ReactElement } from 'react';
import type { TravelExpense } from '#contract/expense.ts';
import { ReviewDetails } from '#modules/claims/index.ts';
import { TeamTravelDetails } from './TeamTravelDetails.tsx';

export const ReviewTravelDetails = ({ row }: { row: TravelExpense }): ReactElement => (
  <>
    <TeamTravelDetails row={row} />
    <ReviewDetails row={row} />
  </>
);
