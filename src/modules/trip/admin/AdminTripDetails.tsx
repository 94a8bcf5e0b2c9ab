import type { ReactElement } from 'react';
import type { Trip } from '#contract/trip.ts';
import { formatRupees } from '#domain/money.ts';
import { statusLabel, ticketLabel } from '#domain/status.ts';
import { Details } from '#modules/claims/index.ts';
import { TripDetails } from '../TripDetails.tsx';
import styles from '../Trip.module.css';
import { useSession } from '#data/session.ts';
import { BillButtons } from '#files/BillButtons.tsx';
import { FormDialog } from '#form/FormDialog.tsx';
import type { OpenDialogProps } from '#list/definition.ts';
import { TripSummary } from '../TripSummary.tsx';
import { adminTripKind } from './kind.ts';

const rupees = (value: number | null): string | null => (value === null ? null : formatRupees(value));

/** A travel request with all that an admin needs to know of it, read-only. */
export function AdminTripDetails({ row }: { row: Trip }): ReactElement {
  return (
    <div className={styles.details}>
      <Details
        items={[
          ['Employee', `${row.employeeName} (${row.employeeCode})`],
          ['Email', row.userEmail],
        ]}
      />
      <TripDetails row={row} />
      <Details
        items={[
          ['Manager', statusLabel(row.managerApprovalStatus)],
          ['Manager remarks', row.managerRemarks],
          ['Ticket', ticketLabel(row.ticketUploadStatus)],
          ['Ticket amount', rupees(row.ticketAmount)],
          ['Cancellation', statusLabel(row.cancellationStatus)],
          ['Cancellation remarks', row.cancellationRemarks],
        ]}
      />
    </div>
  );
}

/** All of a travel request, to look at (ADM-9). */
export function TripInformation({ row, onClose }: OpenDialogProps<Trip>): ReactElement {
  const { timeZone } = useSession();
  return (
    <FormDialog title="Travel Request Information" way={{ mode: 'view' }} onClose={onClose}>
      <TripSummary row={row} timeZone={timeZone} />
      <AdminTripDetails row={row} />
      <Details
        items={[
          ['Admin remarks', row.adminRemarks],
          ['Remarks on the cancellation', row.adminCancellationRemarks],
          ['Ticket refund amount', rupees(row.ticketRefundAmount)],
          ['Amount to be deducted from salary', rupees(row.amountToBeDeductedFromSalary)],
          ['Candidate employee code', row.candidateEmpCode],
        ]}
      />
      <BillButtons sources={adminTripKind.bills(row)} of={row.tripId} noun="ticket" />
    </FormDialog>
  );
}
