import type { ReactElement } from 'react';
import type { Conveyance } from '#contract/expense.ts';
import { ReviewDetails, financeDecision } from '#modules/claims/index.ts';
import { TeamConveyanceDetails } from './managerDecision.tsx';
import {
  bulkFinanceConveyance,
  financeApproveConveyance,
  financeRejectConveyance,
  reviveConveyance,
} from '#contract/calls/finance.ts';
import { PRIMARY_EXPENSE_TYPE } from '#contract/enums.ts';
import { conveyanceKind } from './kind.ts';

const ReviewConveyanceDetails = ({ row }: { row: Conveyance }): ReactElement => (
  <>
    <TeamConveyanceDetails row={row} />
    <ReviewDetails row={row} />
  </>
);

/** Finance decides a conveyance claim (FIN-1, FIN-2, FIN-3). */
export const conveyanceFinanceDecision = financeDecision({
  number: PRIMARY_EXPENSE_TYPE.conveyance,
  kind: conveyanceKind,
  dayOf: (row) => row.travelDate,
  titles: { pending: 'Local Conveyance', settled: 'View' },
  Details: ReviewConveyanceDetails,
  endpoints: { approve: financeApproveConveyance, reject: financeRejectConveyance, bulk: bulkFinanceConveyance },
  revive: reviveConveyance,
  noun: 'conveyance claims',
});
