import { useQuery } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import { searchTravelTrips } from '#contract/calls/travelExpenses.ts';
import type { TravelExpense, TripWithClaims } from '#contract/expense.ts';
import { useToday } from '#data/clock.ts';
import { useEntries } from '#data/entries.ts';
import { storedRows } from '#data/readCache.ts';
import { useSession } from '#data/session.ts';
import { dayOf, type Day } from '#domain/dates.ts';
import { foodOfDay, type TravelExpenseInput } from '#domain/travelExpense.ts';
import type { CreateDialogProps, CurrentUser } from '#list/definition.ts';
import { billDrafts, ClaimForm, placeOf, useRecordEditor, valuesFrom } from '#modules/claims/index.ts';
import type { Entry } from '#outbox/entry.ts';
import { TravelExpenseFields } from './TravelExpenseFields.tsx';
import { createCommand, EDIT_TITLE, RAISE_TITLE, travelWithdrawal, updateCommand } from './command.ts';
import { claimsOf, travelExpenseKind } from './kind.ts';
import { withQueued } from './useTripClaims.ts';
import { emptyValues, parseValues, valuesOf, valuesOfEntry, type TravelExpenseValues } from './values.ts';

const isTravel = (entry: Entry): boolean => entry.record.kind === travelExpenseKind.name;

/**
 * The food of a day among all claims that this device knows, those that wait included; `except` is the claim or the
 * entry on the form. Paise.
 */
function foodKnown(
  trips: readonly TripWithClaims[],
  entries: readonly Entry[],
  day: Day,
  viewer: CurrentUser,
  except: readonly string[],
): number {
  const items = withQueued(trips.flatMap(claimsOf), entries, viewer, new Set(entries.map(({ id }) => id)));
  const counted = items.filter(
    ({ key, row, entry }) =>
      !except.includes(key) && !except.includes(row.expenseId) && entry?.endpoint !== travelWithdrawal.endpoint.name,
  );
  return foodOfDay(
    counted.map(({ row }) => row),
    day,
    viewer.timeZone,
  );
}

/** What this device knows of the food of a day; undefined while it is being read. */
function useFood(day: Day, viewer: CurrentUser, except: readonly string[]): number | undefined {
  const entries = useEntries(isTravel);
  const { data: rows } = useQuery({
    queryKey: ['trips of this device', viewer.email],
    queryFn: () => storedRows<TripWithClaims>(searchTravelTrips.name),
    staleTime: 0,
    gcTime: 0,
    networkMode: 'always',
  });
  return (
    rows &&
    foodKnown(
      rows.map(({ row }) => row),
      entries,
      day,
      viewer,
      except,
    )
  );
}

const drafts = billDrafts(valuesFrom(emptyValues('')));

interface TravelExpenseFormProps extends CreateDialogProps {
  tripId: string;
  /** Of a new claim. */
  day?: Day;
  row?: TravelExpense | undefined;
  notices?: ReactNode;
}

/** The one form of a travel claim, to make and to change one. */
export function TravelExpenseForm({
  tripId,
  day = '',
  row,
  entry,
  notices,
  onClose,
}: TravelExpenseFormProps): ReactElement | null {
  const session = useSession();
  const { timeZone } = session;
  const today = useToday(timeZone);
  const { base, form: editor } = useRecordEditor<TravelExpense | undefined, TravelExpenseValues, TravelExpenseInput>({
    title: row ? EDIT_TITLE : RAISE_TITLE,
    place: placeOf(entry, row?.expenseId ?? `${tripId}/${day}`),
    row,
    entry,
    start: row ? valuesOf(row, timeZone) : emptyValues(day),
    startOf: (waiting, bytes) => valuesOfEntry(waiting, timeZone, bytes),
    command: (before, values, input, context) =>
      before ? updateCommand(before, values, input, context) : createCommand(values, input, { ...context, tripId }),
    onClose,
  });
  // The food of the claim itself is not counted against it.
  const self = [entry?.id, entry?.record.from, base?.expenseId].filter((id) => id !== undefined);
  const food = useFood(editor?.start.expenseDate ?? '', session, self);
  if (!editor) return null;
  const context = {
    today,
    timeZone,
    creating: base === undefined,
    ...(base && { unchangedDay: dayOf(base.expenseDate, timeZone) }),
  };
  return (
    <ClaimForm
      {...editor}
      notices={notices}
      drafts={drafts}
      parse={(values) => parseValues(values, context)}
      fields={(form, onBeforePick) => <TravelExpenseFields form={form} food={food} onBeforePick={onBeforePick} />}
    />
  );
}
