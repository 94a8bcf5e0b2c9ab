import type { ReactElement } from 'react';
import { searchTravelTrips } from '#contract/calls/travelExpenses.ts';
import { MESSAGES } from '#contract/error.ts';
import type { TripWithClaims } from '#contract/expense.ts';
import { formatRupees } from '#domain/money.ts';
import { tripMatches } from '#domain/tripSearch.ts';
import { ListScreen } from '#list/ListScreen.tsx';
import type { CardProps, ListDef } from '#list/definition.ts';
import { rowsOf } from '#list/request.ts';
import { CardId, cardStyles as card, StatusTags, TRAVEL_EXPENSE_FILTERS } from '#modules/claims/index.ts';
import { Tag } from '#ui/Tag.tsx';
import { lazyPart } from '#ui/lazyPart.tsx';
import styles from '../TravelTrip.module.css';
import {
  claimsOf,
  countText,
  datesText,
  nameOfTravelTrip,
  routeOf,
  travelExpenseKind,
  travelTripKind,
} from '../kind.ts';
import { useEntriesOfTrip } from '../useTripClaims.ts';

/** A trip on the list of its claims; its id is copied (TRV-6), and it unfolds into its days (TRV-7). */
function TravelTripCard({ row, timeZone }: CardProps<TripWithClaims>): ReactElement {
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
        <CardId id={row.tripId} name="Copy trip id" copied="TripId copied." />
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

/** One's own trips, each with its days and the claims of each day. */
export const raiseTravelExpense: ListDef<TripWithClaims> = {
  kind: travelTripKind,
  endpoint: searchTravelTrips,
  owner: 'USER_EMAIL',
  filters: TRAVEL_EXPENSE_FILTERS,
  matches: tripMatches,
  Card: TravelTripCard,
  nameOf: nameOfTravelTrip,
  emptyHint:
    'Claims are raised on trips: ask for one with ‘Raise Travel Request’. Once your manager and the admin ' +
    'have approved it, claim for its days here.',
  unfold: {
    kind: travelExpenseKind.name,
    Body: lazyPart(() => import('../TripDays.tsx').then((module) => module.TripDays)),
    Dialogs: lazyPart(() => import('../TravelExpenseDialogs.tsx').then((module) => module.TravelExpenseDialogs)),
  },
};
export const firstRows = rowsOf(raiseTravelExpense);

export function RaiseTravelExpense(): ReactElement {
  return <ListScreen def={raiseTravelExpense} />;
}
