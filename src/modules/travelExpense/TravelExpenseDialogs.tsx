import { useMemo, type ReactElement } from 'react';
import { MESSAGES } from '#contract/error.ts';
import type { TravelExpense, TripWithClaims } from '#contract/expense.ts';
import { isDay } from '#domain/dates.ts';
import { useSession } from '#data/session.ts';
import type { InnerDialogsProps } from '#list/definition.ts';
import { Action } from '#ui/Action.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { useLastSeen } from '#ui/useLastSeen.ts';
import { WithdrawDialog } from '#modules/claims/index.ts';
import { travelWithdrawal } from './command.ts';
import { claimsOf, datesText, routeOf, travelExpenseKind, tripOf } from './kind.ts';
import { NewTravelExpense } from './NewTravelExpense.tsx';
import { OpenTravelExpense } from './OpenTravelExpense.tsx';
import { TravelExpenseForm } from './TravelExpenseForm.tsx';
import { withQueued } from './useTripClaims.ts';

/** What the address of the trips opens over them: a new claim for a day, a claim, or one that waits. */
export function TravelExpenseDialogs({
  search,
  rows,
  entries,
  readOnly,
  loading,
  onClose,
}: InnerDialogsProps<TripWithClaims>): ReactElement | null {
  const session = useSession();
  const id = search.open ?? '';
  const found = useMemo(
    () =>
      withQueued(
        rows.flatMap(claimsOf),
        readOnly ? [] : entries,
        session,
        new Set(entries.map((entry) => entry.id)),
      ).find(({ real, row }) => real && travelExpenseKind.idOf(row) === id),
    [rows, readOnly, entries, session, id],
  );
  // A claim that leaves the list while it is open stays open as it was last seen.
  const shown = useLastSeen(id, found);
  if (search.new !== undefined) {
    const [tripId = '', day = ''] = (search.for ?? '').split('/');
    if (readOnly || tripId === '' || !isDay(day)) return null;
    const trip = rows.find((row) => row.tripId === tripId);
    return (
      <NewTravelExpense
        tripId={tripId}
        day={day}
        trip={trip && { route: routeOf(trip), dates: datesText(trip, session.timeZone) }}
        onClose={onClose}
      />
    );
  }
  if (search.edit !== undefined) {
    const entry = entries.find(({ id }) => id === search.edit);
    if (!entry || readOnly) return null;
    // A change of a record that the server has is never the making of a new one.
    const row = entry.record.id === undefined ? undefined : (entry.base as TravelExpense | undefined);
    return <TravelExpenseForm key={entry.id} tripId={tripOf(entry)} row={row} entry={entry} onClose={onClose} />;
  }
  if (!shown) {
    if (loading) return null;
    return (
      <Dialog title={MESSAGES.nothingHere} onClose={onClose} footer={<Action onClick={onClose}>Close</Action>}>
        <p style={{ margin: 0 }}>{`${id} is not on this page of the list. Look for its trip with the filters.`}</p>
      </Dialog>
    );
  }
  const { row, entry } = shown;
  if (search.action === 'withdraw')
    return <WithdrawDialog row={row} readOnly={readOnly} withdrawal={travelWithdrawal} onClose={onClose} />;
  return <OpenTravelExpense key={id} row={row} entry={entry} readOnly={readOnly} onClose={onClose} />;
}
