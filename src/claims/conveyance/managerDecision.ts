import {
  bulkManagerConveyance,
  managerApproveConveyance,
  managerRejectConveyance,
} from '#contract/calls/conveyance.ts';
import { PRIMARY_EXPENSE_TYPE } from '#contract/enums.ts';
import { claimDecision } from '../managerDecision.ts';
import { conveyanceKind } from './kind.ts';
import { TeamConveyanceFacts } from './TeamConveyanceFacts.tsx';

/** A manager decides a conveyance claim. */
export const conveyanceManagerDecision = claimDecision({
  number: PRIMARY_EXPENSE_TYPE.conveyance,
  kind: conveyanceKind,
  dayOf: (row) => row.travelDate,
  titles: { pending: 'Local Conveyance', settled: 'View' },
  toasts: { approved: 'Request approved', rejected: 'Request rejected' },
  Facts: TeamConveyanceFacts,
  endpoints: { approve: managerApproveConveyance, reject: managerRejectConveyance, bulk: bulkManagerConveyance },
  noun: 'conveyance claims',
});
