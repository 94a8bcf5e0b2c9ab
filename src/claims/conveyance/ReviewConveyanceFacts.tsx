import type { ReactElement } from 'react';
import type { Conveyance } from '#contract/expense.ts';
import { ReviewFacts } from '../ReviewFacts.tsx';
import { TeamConveyanceFacts } from './TeamConveyanceFacts.tsx';

export const ReviewConveyanceFacts = ({ row }: { row: Conveyance }): ReactElement => (
  <>
    <TeamConveyanceFacts row={row} />
    <ReviewFacts row={row} />
  </>
);
