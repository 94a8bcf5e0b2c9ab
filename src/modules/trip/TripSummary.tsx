import type { ReactElement } from 'react';
import type { Trip } from '#contract/trip.ts';
import { StatusTags } from '#modules/claims/index.ts';
import { daysOf, wayOf } from './kind.ts';
import styles from './Trip.module.css';

/** Which trip this is about, and its status. */
export function TripSummary({ row, timeZone }: { row: Trip; timeZone: string }): ReactElement {
  return (
    <div className={styles.summary}>
      <p className={styles.heading}>{`${wayOf(row)}, ${daysOf(row, timeZone)}`}</p>
      <StatusTags
        tags={[
          { by: 'Manager', status: row.managerApprovalStatus },
          { by: 'Admin', status: row.adminApprovalStatus },
          { by: 'Cancellation', status: row.cancellationStatus },
        ]}
      />
    </div>
  );
}
