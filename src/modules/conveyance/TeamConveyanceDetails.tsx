import type { ReactElement } from 'react';
import type { Conveyance } from '#contract/expense.ts';
import { formatRupees } from '#domain/money.ts';
import { SeeAll } from '#modules/claims/index.ts';
import { ConveyanceDetails } from './ConveyanceDetails.tsx';

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
