import { useQuery } from '@tanstack/react-query';
import { useMemo, type ReactElement, type ReactNode } from 'react';
import { useWatch, type UseFormReturn } from 'react-hook-form';
import type { DailyLimit } from '#contract/enums.ts';
import { searchTravelTrips } from '#contract/calls/travelExpenses.ts';
import type { TravelExpense, TripWithClaims } from '#contract/expense.ts';
import { useToday } from '#data/clock.ts';
import { usePolicy } from '#data/policies.ts';
import { useEntries } from '#data/entries.ts';
import { storedRows } from '#data/readCache.ts';
import { useSession } from '#data/session.ts';
import { dayOf, type Day } from '#domain/dates.ts';
import { policyWarning, type TravellerPlace } from '#domain/policy.ts';
import { policyOn, type DatedPolicy } from '#domain/policyVersions.ts';
import { RIDE } from '#domain/sameWay.ts';
import { claimedOfDay, type TravelExpenseInput } from '#domain/travelExpense.ts';
import type { ParseResult } from '#domain/verdict.ts';
import type { CreateDialogProps, CurrentUser } from '#list/definition.ts';
import {
  ClaimForm,
  placeOf,
  PolicyNote,
  ReadBills,
  SameWay,
  typeParts,
  useRecordEditor,
} from '#modules/claims/index.ts';
import type { Entry } from '#outbox/entry.ts';
import { TravelExpenseFields } from './TravelExpenseFields.tsx';
import { createCommand, EDIT_TITLE, RAISE_TITLE, travelWithdrawal, updateCommand } from './command.ts';
import { travelExpenseDrafts } from './joinPlace.ts';
import { claimsOf, dayAddress, travelExpenseKind } from './kind.ts';
import { withQueued } from './useTripClaims.ts';
import { emptyValues, parseValues, valuesOf, valuesOfEntry, type TravelExpenseValues } from './values.ts';

const isTravel = (entry: Entry): boolean => entry.record.kind === travelExpenseKind.name;

/**
 * The claims of this device, those that wait included, that count beside the one on the form: `except` is the claim or
 * the entry there.
 */
function othersKnown(
  trips: readonly TripWithClaims[],
  entries: readonly Entry[],
  viewer: CurrentUser,
  except: readonly string[],
): TravelExpense[] {
  const items = withQueued(trips.flatMap(claimsOf), entries, viewer, new Set(entries.map(({ id }) => id)));
  const counted = items.filter(
    ({ key, row, entry }) =>
      !except.includes(key) && !except.includes(row.expenseId) && entry?.endpoint !== travelWithdrawal.endpoint.name,
  );
  return counted.map(({ row }) => row);
}

/** What this device knows of a trip, and of what else is claimed for a day. */
interface KnownOfDay {
  /** Where the trip goes. */
  city: string | undefined;
  /** What is claimed of a type for the day, in paise. */
  claimed: (type: DailyLimit) => number;
}

/** The same; undefined while it is being read. */
function useKnownOfDay(
  tripId: string,
  day: Day,
  viewer: CurrentUser,
  except: readonly string[],
): KnownOfDay | undefined {
  const entries = useEntries(isTravel);
  const { data: rows } = useQuery({
    queryKey: ['trips of this device', viewer.email],
    queryFn: () => storedRows<TripWithClaims>(searchTravelTrips.name),
    staleTime: 0,
    gcTime: 0,
    networkMode: 'always',
  });
  if (!rows) return undefined;
  const trips = rows.map(({ row }) => row);
  const others = othersKnown(trips, entries, viewer, except);
  return {
    city: trips.find((trip) => trip.tripId === tripId)?.toLocation,
    claimed: (type) => claimedOfDay(others, type, day, viewer.timeZone),
  };
}

/** What the policy warns of, once the form is whole. */
function Warning({
  form,
  parse,
  known,
  ...judged
}: {
  form: UseFormReturn<TravelExpenseValues>;
  parse: (values: TravelExpenseValues) => ParseResult<TravelExpenseInput>;
  known: KnownOfDay | undefined;
  policies: readonly DatedPolicy[];
  place: TravellerPlace;
  today: Day;
}): ReactElement | null {
  const input = parse(useWatch({ control: form.control }) as TravelExpenseValues);
  if (!input.ok) return null;
  const { type } = input.value;
  const claim = {
    kind: 'travel',
    ...input.value,
    ...judged.place,
    bills: input.value.bills.length,
    otherPaise: type === 'FOOD' || type === 'ACCOMMODATION' ? (known?.claimed(type) ?? 0) : 0,
    savedDay: judged.today,
  } as const;
  return <PolicyNote warning={policyWarning(claim, judged.policies)} />;
}

/** Of conveyance: what else may be claimed for the way. */
function OtherRides({
  form,
  day,
  self,
}: {
  form: UseFormReturn<TravelExpenseValues>;
  day: Day;
  self: readonly string[];
}): ReactElement | null {
  const chosen = useWatch({ control: form.control, name: 'travelExpenseType' });
  return typeParts(chosen).type === RIDE ? <SameWay ride={{ day }} self={self} /> : null;
}

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
    place: placeOf(entry, row?.expenseId ?? dayAddress(tripId, day)),
    row,
    entry,
    start: row ? valuesOf(row, timeZone) : emptyValues(day),
    startOf: (waiting, bytes) => valuesOfEntry(waiting, timeZone, bytes),
    command: (before, values, input, context) =>
      before ? updateCommand(before, values, input, context) : createCommand(values, input, { ...context, tripId }),
    onClose,
  });
  const { policies, grade } = usePolicy();
  // What the claim itself says is not counted against it.
  const self = [entry?.id, entry?.record.from, base?.expenseId].filter((id) => id !== undefined);
  const known = useKnownOfDay(tripId, editor?.start.expenseDate ?? '', session, self);
  const city = base?.travelLocation ?? known?.city;
  const place = useMemo(() => ({ grade, city }), [grade, city]);
  if (!editor) return null;
  const context = {
    today,
    policies,
    place,
    timeZone,
    creating: base === undefined,
    ...(base && { unchangedDay: dayOf(base.expenseDate, timeZone) }),
  };
  const parse = (values: TravelExpenseValues): ParseResult<TravelExpenseInput> => parseValues(values, context);
  return (
    <ClaimForm
      {...editor}
      notices={notices}
      drafts={travelExpenseDrafts}
      parse={parse}
      fields={(form, onBeforePick) => (
        <>
          <TravelExpenseFields
            form={form}
            food={known?.claimed('FOOD')}
            policy={policyOn(policies, editor.start.expenseDate)}
            place={place}
            onBeforePick={onBeforePick}
          />
          <ReadBills form={form} today={today} type="travelExpenseType" flush={onBeforePick} fixedDay self={self} />
          <OtherRides form={form} day={editor.start.expenseDate} self={self} />
          <Warning form={form} parse={parse} known={known} policies={policies} place={place} today={today} />
        </>
      )}
    />
  );
}
