import { useQuery } from '@tanstack/react-query';
import { searchConveyance } from '#contract/calls/conveyance.ts';
import { searchLocalExpenses } from '#contract/calls/localExpenses.ts';
import { searchMine } from '#contract/calls/records.ts';
import { searchTravelExpenses, searchTravelTrips } from '#contract/calls/travelExpenses.ts';
import type { Conveyance, LocalExpense, TravelExpense, TripWithClaims } from '#contract/expense.ts';
import type { BillReadingAnswer, BillReadingInput } from '#contract/reading.ts';
import type { AnyRecord } from '#contract/record.ts';
import { useEntries } from '#data/entries.ts';
import { storedRows } from '#data/readCache.ts';
import { useSession } from '#data/session.ts';
import { dayOf, type Day } from '#domain/dates.ts';
import { toPaise } from '#domain/money.ts';
import { RIDE, rideOf, type Ride } from '#domain/sameWay.ts';
import { marksOf, type BillMarks } from '#domain/sameBill.ts';
import { isWithdrawal } from '#list/entryState.ts';
import type { Entry } from '#outbox/entry.ts';

/** Bills of one's own claims, as far as this device knows them (DOC-22). */

/** A bill with the claim that it is on. */
export interface OwnBill extends BillMarks {
  day: Day | undefined;
  /** Null: not sent yet. */
  claim: string | null;
}

type Claim = LocalExpense | TravelExpense | Conveyance;

/** What it is known by: a sales trip by that. */
const idOf = (claim: Claim): string => ('travelDate' in claim ? claim.tripId : claim.expenseId);

/** Of a bill whose reading is with a form or an entry: as it is sent. */
export function sentMarks(
  fingerPrint: string,
  { total, paper, ...read }: Omit<BillReadingInput, 'fingerPrint'> = {},
  invoice: Parameters<typeof marksOf>[2],
  gstins: readonly string[],
): BillMarks {
  return marksOf(
    fingerPrint,
    { ...read, ...(total !== undefined && { total: toPaise(total) }) },
    invoice,
    gstins,
    paper,
  );
}

function answeredMarks(fingerPrint: string, reading: BillReadingAnswer | undefined, gstins: readonly string[]) {
  const { eInvoice, code: _, ...read } = reading ?? {};
  const invoice = eInvoice ? { ...eInvoice, kind: eInvoice.documentKind, number: eInvoice.billNumber } : null;
  return marksOf(fingerPrint, read, invoice, gstins);
}

/** Claims of the lists that this device has kept, whoever's. */
async function keptClaims(): Promise<Claim[]> {
  const rowsOf = async <Row>({ name }: { name: string }): Promise<Row[]> =>
    (await storedRows<Row>(name)).map(({ row }) => row);
  const [mine, trips, ...lists] = await Promise.all([
    rowsOf<AnyRecord>(searchMine),
    rowsOf<TripWithClaims>(searchTravelTrips),
    rowsOf<Claim>(searchLocalExpenses),
    rowsOf<Claim>(searchTravelExpenses),
    rowsOf<Claim>(searchConveyance),
  ]);
  return [
    ...mine.flatMap((any) => (any.kind === 'trip' ? [] : [any.record])),
    ...trips.flatMap((trip) => trip.dateResponseList.flatMap((day) => day.travelExpenses)),
    ...lists.flat(),
  ];
}

const isWaiting = ({ state, record, bills }: Entry): boolean =>
  state !== 'done' && record.kind !== 'trip' && bills.length > 0;

/** A withdrawal that waits to be sent. */
const isLeaving = (entry: Entry): boolean =>
  entry.state !== 'done' && entry.state !== 'needsYou' && isWithdrawal(entry);

/** Claims whose withdrawal waits here: whoever files one in their place is told nothing of them. */
export function useLeavingClaims(): readonly string[] {
  return useEntries(isLeaving).flatMap(({ record }) => record.id ?? []);
}

/** One's own claims that this device has kept, but for withdrawn ones; undefined while they are read. */
function useKeptClaims(): readonly Claim[] | undefined {
  const { email } = useSession();
  const leaving = useLeavingClaims();
  const kept = useQuery({
    queryKey: ['claims on this device', email],
    queryFn: keptClaims,
    networkMode: 'always',
    staleTime: 0,
    gcTime: 0,
  });
  return kept.data?.filter(
    (claim) =>
      claim.userEmail.toLowerCase() === email.toLowerCase() &&
      claim.withdrawn !== true &&
      !leaving.includes(idOf(claim)),
  );
}

/**
 * Those of claims that were kept with some list and of claims that still wait here, but for withdrawn ones and the one
 * that is known by `self`.
 */
export function useOwnBills(self: readonly string[], gstins: readonly string[]): OwnBill[] {
  const { timeZone } = useSession();
  const waiting = useEntries(isWaiting);
  const kept = useKeptClaims();
  const isSelf = (id: string | undefined): boolean => id !== undefined && self.includes(id);
  return [
    ...waiting
      .filter(({ id, record }) => !isSelf(id) && !isSelf(record.id) && !isSelf(record.from))
      .flatMap(({ bills, body, face }) => {
        const readings = (Array.isArray(body['readings']) ? body['readings'] : []) as BillReadingInput[];
        return bills.map(({ hash }): OwnBill => {
          const reading = readings.find(({ fingerPrint }) => fingerPrint === hash);
          return { ...sentMarks(hash, reading, null, gstins), day: face.day, claim: null };
        });
      }),
    ...(kept ?? []).flatMap((claim): OwnBill[] => {
      const id = idOf(claim);
      if (isSelf(id)) return [];
      const day = dayOf('travelDate' in claim ? claim.travelDate : claim.expenseDate, timeZone);
      return claim.billUrl.map(({ fingerPrint, reading }) => ({
        ...answeredMarks(fingerPrint, reading, gstins),
        day,
        claim: id,
      }));
    }),
  ];
}

/** A claim of conveyance that waits to be sent for the first time, on a trip. */
const isNewRide = ({ state, record, body }: Entry): boolean =>
  state !== 'done' && record.id === undefined && body['travelExpenseType'] === RIDE;

/**
 * One's own conveyance (DOC-25), as far as this device knows: of claims that were kept with some list, but for rejected
 * and withdrawn ones, and of those that wait to be sent; without the one that is known by `self`. Undefined while they
 * are read.
 */
export function useOwnRides(self: readonly string[]): Ride[] | undefined {
  const { timeZone } = useSession();
  const waiting = useEntries(isNewRide);
  const kept = useKeptClaims();
  if (!kept) return undefined;
  return [
    ...waiting
      .filter(({ id, record }) => !self.includes(id) && !self.includes(record.from ?? id))
      .flatMap(({ face }): Ride[] =>
        face.day === undefined || face.amount === undefined ? [] : [{ day: face.day, paise: toPaise(face.amount) }],
      ),
    ...kept.flatMap((claim): Ride[] => {
      if (self.includes(idOf(claim))) return [];
      const ride = rideOf(claim, timeZone);
      return ride ? [ride] : [];
    }),
  ];
}
