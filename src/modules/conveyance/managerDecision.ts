import {
  bulkManagerConveyance,
  managerApproveConveyance,
  managerRejectConveyance,
} from '#contract/calls/conveyance.ts';
import { PRIMARY_EXPENSE_TYPE } from '#contract/enums.ts';
import { claimDecision } from '#modules/claims/index.ts';
import { conveyanceKind } from './kind.ts';
import { TeamConveyanceDetails } from './TeamConveyanceDetails.tsx';

/** A manager decides a conveyance claim. */
export const conveyanceManagerDecision = claimDecision({
  number: PRIMARY_EXPENSE_TYPE.conveyance,
  kind: conveyanceKind,
  dayOf: (row) => row.travelDate,
  titles: { pending: 'Local Conveyance', settled: 'View' },
  toasts: { approved: 'Request approved', rejected: 'Request rejected' },
  Details: TeamConveyanceDetails,
  endpoints: { approve: managerApproveConveyance, reject: managerRejectConveyance, bulk: bulkManagerConveyance },
  noun: 'conveyance claims',
});
