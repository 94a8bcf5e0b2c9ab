import { useQuery } from '@tanstack/react-query';
import { useMemo, type ReactElement, type ReactNode } from 'react';
import { searchTravelTrips } from '#contract/calls/travelExpenses.ts';
import type { TripWithClaims } from '#contract/expense.ts';
import { useToday } from '#data/clock.ts';
import { useEntries } from '#data/entries.ts';
import { storedRows } from '#data/readCache.ts';
import { useSession } from '#data/session.ts';
import type { FormDraft } from '#data/submit.ts';
import type { Day } from '#domain/dates.ts';
import { foodOfDay, type TravelExpenseContext, type TravelExpenseInput } from '#domain/travelExpense.ts';
import type { CurrentUser } from '#list/definition.ts';
import { billDrafts, ClaimForm, valuesFrom } from '#modules/claims/index.ts';
import type { Entry } from '#outbox/entry.ts';
import { TravelExpenseFields } from './TravelExpenseFields.tsx';
import { travelWithdrawal } from './command.ts';
import { claimsOf, travelExpenseKind } from './kind.ts';
import { withQueued } from './useTripClaims.ts';
import { emptyValues, parseValues, type TravelExpenseValues } from './values.ts';

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

interface TravelExpenseFormProps {
  title: string;
  mode: 'create' | 'edit';
  /** Names its draft on the device. */
  draftKey: string;
  start: TravelExpenseValues;
  /** Ids of the claim, or of what waits of it, that is on the form: its own food is not counted against it. */
  self?: readonly string[];
  /** The date of the claim that is being edited. */
  unchangedDay?: string;
  /** Messages of a refusal that is being mended, by field. */
  refusal?: Entry['refusal'];
  notices?: ReactNode;
  /** Stores the change; resolves when it is durable. */
  store: (values: TravelExpenseValues, input: TravelExpenseInput, draft: FormDraft) => Promise<Entry>;
  onClose: () => void;
}

const NOBODY: readonly string[] = [];

/** The one form of a travel claim, to make and to change one. */
export function TravelExpenseForm({ unchangedDay, self = NOBODY, ...rest }: TravelExpenseFormProps): ReactElement {
  const { mode, start } = rest;
  const session = useSession();
  const { timeZone } = session;
  const today = useToday(timeZone);
  const context = useMemo<TravelExpenseContext>(
    () => ({ today, timeZone, creating: mode === 'create', ...(unchangedDay !== undefined && { unchangedDay }) }),
    [today, timeZone, mode, unchangedDay],
  );
  const food = useFood(start.expenseDate, session, self);
  return (
    <ClaimForm
      {...rest}
      drafts={drafts}
      read={(values) => parseValues(values, context)}
      fields={(form, onBeforePick) => <TravelExpenseFields form={form} food={food} onBeforePick={onBeforePick} />}
    />
  );
}
