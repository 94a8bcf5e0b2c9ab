import type { ReactElement } from 'react';
import type { Conveyance } from '#contract/expense.ts';
import { ReviewDetails } from '#modules/claims/ReviewDetails.tsx';
import { TeamConveyanceDetails } from './TeamConveyanceDetails.tsx';

export const ReviewConveyanceDetails = ({ row }: { row: Conveyance }): ReactElement => (
  <>
    <TeamConveyanceDetails row={row} />
    <ReviewDetails row={row} />
  </>
);
