import type { ReactElement } from 'react';
import type { Trip } from '#contract/trip.ts';
import { formatRupees } from '#domain/money.ts';
import { ticketLabel } from '#domain/status.ts';
import { needsTicket } from '#domain/trip.ts';
import { approvesWithoutTicket } from '#domain/tripDecision.ts';
import { MODE, yesNo } from '#domain/tripWords.ts';
import { BillButtons } from '#files/BillButtons.tsx';
import type { CardProps } from '#list/definition.ts';
import { Tag } from '#ui/Tag.tsx';
import { CardId, cardStyles as styles, RemarkLines, StatusTags } from '#modules/claims/index.ts';
import { daysOf, lengthOf, wayOf } from '../kind.ts';
import { adminTripKind } from './kind.ts';

/** A travel request as an admin sees it (ADM-9). */
export function AdminTripCard({ row, timeZone, actions }: CardProps<Trip>): ReactElement {
  return (
    <>
      <div className={styles.top}>
        <p className={styles.title}>{wayOf(row)}</p>
        <span className={styles.aside}>{lengthOf(row)}</span>
      </div>
      <div className={styles.line}>
        <span>{row.employeeName}</span>
        <span>{row.userEmail}</span>
      </div>
      <div className={styles.line}>
        <span>{daysOf(row, timeZone)}</span>
        <CardId id={row.tripId} name="Copy trip id" copied="Trip Id copied." />
      </div>
      <div className={styles.line}>
        <span>{MODE[row.modeOfTravel]}</span>
        <span>{`Accommodation required: ${yesNo(row.isAccommodationRequired)}`}</span>
        <span>{`Ticket amount: ${row.ticketAmount === null ? '–' : formatRupees(row.ticketAmount)}`}</span>
      </div>
      <div className={styles.tags}>
        <StatusTags tags={[{ by: 'Admin', status: row.adminApprovalStatus }]} />
        <Tag
          tone={approvesWithoutTicket(row) ? 'wait' : needsTicket(row) ? 'good' : 'plain'}
        >{`Ticket: ${ticketLabel(row.ticketUploadStatus)}`}</Tag>
        <StatusTags tags={[{ by: 'Cancellation', status: row.cancellationStatus }]} />
      </div>
      <RemarkLines
        remarks={[
          ['Manager', row.managerRemarks],
          ['Admin', row.adminRemarks],
          ['Cancellation', row.cancellationRemarks],
          ['Admin on the cancellation', row.adminCancellationRemarks],
        ]}
      />
      <div className={styles.row}>
        <BillButtons sources={adminTripKind.bills(row)} of={row.tripId} noun="ticket" />
        {actions}
      </div>
    </>
  );
}
