import type { ReactElement } from 'react';
import type { Conveyance } from '#contract/expense.ts';
import { formatRupees } from '#domain/money.ts';
import { SeeAll, claimDecision } from '#modules/claims/index.ts';
import { ConveyanceDetails } from './ConveyanceDetails.tsx';
import {
  bulkManagerConveyance,
  managerApproveConveyance,
  managerRejectConveyance,
} from '#contract/calls/conveyance.ts';
import { PRIMARY_EXPENSE_TYPE } from '#contract/enums.ts';
import { conveyanceKind } from './kind.ts';

/** A conveyance claim with what is claimed for it, read-only. */
export function TeamConveyanceDetails({ row }: { row: Conveyance }): ReactElement {
  return (
    <div>
      <ConveyanceDetails
        row={row}
        more={[
          ['Reimbursement limit', row.reimbursementLimit === null ? null : formatRupees(row.reimbursementLimit)],
          ['Claim amount', formatRupees(row.claimAmount)],
          ['Remarks', row.remarks],
        ]}
      />
      <SeeAll row={row} path="/raise-local/conveyance" />
    </div>
  );
}

/** A manager decides a conveyance claim (MGR-5, MGR-7, MGR-25). */
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
