import type { ReactElement } from 'react';
import { MESSAGES } from '#contract/error.ts';
import type { TripWithClaims } from '#contract/expense.ts';
import { formatRupees } from '#domain/money.ts';
import type { CardProps } from '#list/definition.ts';
import { CopyAction } from '#ui/CopyAction.tsx';
import { Tag } from '#ui/Tag.tsx';
import { cardStyles as card, StatusTags } from '#modules/claims/index.ts';
import { claimsOf, countText, datesText, routeOf } from './kind.ts';
import styles from './TravelTrip.module.css';
import { useEntriesOfTrip } from './useTripClaims.ts';

/** A trip on the list of its claims; its id is copied (TRV-6), and it unfolds into its days (TRV-7). */
export function TravelTripCard({ row, timeZone }: CardProps<TripWithClaims>): ReactElement {
  const claims = claimsOf(row).filter((claim) => !claim.withdrawn);
  const waiting = useEntriesOfTrip(row).filter(({ state }) => state !== 'done').length;
  return (
    <>
      <div className={card.top}>
        <p className={card.title}>{routeOf(row)}</p>
        {claims.length > 0 && !row.cut ? (
          <span className={card.amount}>{formatRupees(claims.reduce((sum, claim) => sum + claim.claimAmount, 0))}</span>
        ) : null}
      </div>
      <div className={card.line}>
        <span>{datesText(row, timeZone)}</span>
        <span className={card.id}>
          {row.tripId}
          <CopyAction text={row.tripId} name="Copy trip id" copied="TripId copied." />
        </span>
      </div>
      <div className={styles.foot}>
        <StatusTags
          tags={[
            { by: 'Manager', status: row.managerApprovalStatus },
            { by: 'Admin', status: row.adminApprovalStatus },
          ]}
        />
        {waiting > 0 ? <Tag tone="wait" icon="clock">{`${waiting} waiting`}</Tag> : null}
        <span className={styles.count}>
          {row.cut ? MESSAGES.more : claims.length > 0 ? countText(claims.length) : 'No claims yet'}
        </span>
        <span className={styles.chevron} aria-hidden="true" />
      </div>
    </>
  );
}
