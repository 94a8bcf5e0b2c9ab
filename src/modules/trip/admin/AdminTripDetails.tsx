import type { ReactElement } from 'react';
import type { Trip } from '#contract/trip.ts';
import { formatRupees } from '#domain/money.ts';
import { statusLabel, ticketLabel } from '#domain/status.ts';
import { Details } from '#modules/claims/index.ts';
import { TripDetails } from '../TripDetails.tsx';
import styles from '../Trip.module.css';

const rupees = (value: number | null): string | null => (value === null ? null : formatRupees(value));

/** A travel request with all that an admin needs to know of it, read-only. */
export function AdminTripDetails({ row }: { row: Trip }): ReactElement {
  return (
    <div className={styles.facts}>
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
