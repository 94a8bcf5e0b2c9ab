import type { ReactElement } from 'react';
import type { Conveyance } from '#contract/expense.ts';
import { useSession } from '#data/session.ts';
import { shownFinanceAmount } from '#domain/claimState.ts';
import { formatRupees } from '#domain/money.ts';
import { statusOf } from '#domain/status.ts';
import { BillButtons } from '#files/BillButtons.tsx';
import { FormDialog } from '#form/FormDialog.tsx';
import { Notice } from '#ui/Notice.tsx';
import { PaidLine, StatusTags } from '#modules/claims/index.ts';
import { ConveyanceDetails } from './ConveyanceDetails.tsx';
import { conveyanceKind } from './kind.ts';
import { VIEW_TITLE } from './values.ts';

/** A conveyance claim to look at. `why`: what keeps its owner from changing it. */
export function ViewConveyance({
  row,
  why,
  onClose,
}: {
  row: Conveyance;
  why: string | undefined;
  onClose: () => void;
}): ReactElement {
  const { timeZone } = useSession();
  const approved = statusOf(row.managerApprovalStatus) === 'approved' ? row.managerApprovedAmount : null;
  const paid = shownFinanceAmount(row);
  const rupees = (amount: number | null): string | null => (amount === null ? null : formatRupees(amount));
  return (
    <FormDialog
      title={VIEW_TITLE}
      way={{ mode: 'view' }}
      onClose={onClose}
      notices={
        why === undefined ? undefined : (
          <Notice tone="info" icon="eye">
            {why}
          </Notice>
        )
      }
    >
      <ConveyanceDetails
        row={row}
        more={[
          ['Claim amount', formatRupees(row.claimAmount)],
          ['Remarks', row.remarks],
          ['Manager approved', rupees(approved)],
          ['Manager remarks', row.managerRemarks],
          ['Finance approved', rupees(paid)],
          ['Finance remarks', row.financeRemarks],
        ]}
      />
      <StatusTags
        tags={[
          { by: 'Manager', status: row.managerApprovalStatus },
          { by: 'Finance', status: row.financeApprovalStatus },
        ]}
      />
      <PaidLine claim={row} timeZone={timeZone} />
      <BillButtons sources={conveyanceKind.bills(row)} of={row.tripId} />
    </FormDialog>
  );
}
