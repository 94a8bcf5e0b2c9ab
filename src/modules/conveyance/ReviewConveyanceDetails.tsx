import type { ReactElement } from 'react';
import type { Conveyance } from '#contract/expense.ts';
import { ReviewDetails } from '#modules/claims/index.ts';
import { TeamConveyanceDetails } from './TeamConveyanceDetails.tsx';

export const ReviewConveyanceDetails = ({ row }: { row: Conveyance }): ReactElement => (
  <>
    <TeamConveyanceDetails row={row} />
    <ReviewDetails row={row} />
  </>
);
