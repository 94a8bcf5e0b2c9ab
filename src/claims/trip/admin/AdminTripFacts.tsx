import type { ReactElement } from 'react';
import type { Trip } from '#contract/trip.ts';
import { formatRupees } from '#domain/money.ts';
import { statusLabel, ticketLabel } from '#domain/status.ts';
import { Facts } from '../../Facts.tsx';
import { TripFacts } from '../TripFacts.tsx';
import styles from '../Trip.module.css';

const rupees = (value: number | null): string | null => (value === null ? null : formatRupees(value));

/** A travel request with all that an admin needs to know of it, read-only. */
export function AdminTripFacts({ row }: { row: Trip }): ReactElement {
  return (
    <div className={styles.facts}>
      <Facts
        facts={[
          ['Employee', `${row.employeeName} (${row.employeeCode})`],
          ['Email', row.userEmail],
        ]}
      />
      <TripFacts row={row} />
      <Facts
        facts={[
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
