import type { ReactElement } from 'react';
import type { Trip } from '#contract/trip.ts';
import { formatRupees } from '#domain/money.ts';
import { statusOf } from '#domain/status.ts';
import { MODE, TRIP_TYPE, yesNo } from '#domain/tripWords.ts';
import { BillButtons } from '#files/BillButtons.tsx';
import type { CardProps } from '#list/definition.ts';
import { CardId, cardStyles as styles, RemarkLines, StatusTags } from '#modules/claims/index.ts';
import { daysOf, lengthOf, tripKind, wayOf } from './kind.ts';

/** A travel request as its owner sees it (TRIP-14), its id to be copied (TRIP-11). */
export function TripCard({ row, timeZone, waiting, actions }: CardProps<Trip>): ReactElement {
  const cancelling = statusOf(row.cancellationStatus) !== 'notInitiated';
  const states = waiting
    ? []
    : [
        { by: 'Manager', status: row.managerApprovalStatus },
        { by: 'Admin', status: row.adminApprovalStatus },
      ];
  const tags = [...states, ...(cancelling ? [{ by: 'Cancellation', status: row.cancellationStatus }] : [])];
  const kept = row.amountToBeDeductedFromSalary;
  return (
    <>
      <div className={styles.top}>
        <p className={styles.title}>{wayOf(row)}</p>
        <span className={styles.aside}>{lengthOf(row)}</span>
      </div>
      <div className={styles.line}>
        <span>{daysOf(row, timeZone)}</span>
        {waiting ? null : <CardId id={row.tripId} name="Copy trip id" copied="Trip-Id copied" />}
      </div>
      <div className={styles.line}>
        <span>{`${MODE[row.modeOfTravel]} · ${TRIP_TYPE[row.tripType]}`}</span>
        <span>{`Accommodation required: ${yesNo(row.isAccommodationRequired)}`}</span>
        {row.traveller ? (
          <span>{`For ${row.traveller}${row.candidateEmpCode ? ` (${row.candidateEmpCode})` : ''}`}</span>
        ) : null}
        {kept ? <span>{`Deducted from salary: ${formatRupees(kept)}`}</span> : null}
      </div>
      {tags.length > 0 ? <StatusTags tags={tags} /> : null}
      <RemarkLines
        remarks={[
          ['Manager', row.managerRemarks],
          ['Admin', row.adminRemarks],
          ['Cancellation', row.cancellationRemarks],
          ['Admin on the cancellation', row.adminCancellationRemarks],
        ]}
      />
      <div className={styles.row}>
        <BillButtons sources={tripKind.bills(row)} of={row.tripId} noun="ticket" />
        {actions}
      </div>
    </>
  );
}
