import type { TravelExpenseType } from '#contract/enums.ts';
import type { Conveyance, LocalExpense, TravelExpense } from '#contract/expense.ts';
import { stillCounts } from './claimState.ts';
import { dayOf, type Day } from './dates.ts';
import { formatRupees, toPaise, toRupees } from './money.ts';

/** Conveyance of one day that may be paid for twice (DOC-25). */

/** The travel claims that are for a way. */
export const RIDE: TravelExpenseType = 'CONVEYANCE';

/** What is claimed for a way. */
export interface Ride {
  day: Day;
  paise: number;
  /** From where to where a sales trip went; absent on a travel claim. */
  route?: { from: string; to: string } | undefined;
}

export interface OtherConveyance {
  paise: number;
  /** Of how many claims. */
  of: number;
  sameRoute: boolean;
}

const keyOf = ({ from, to }: { from: string; to: string }): string =>
  [from, to].map((place) => place.trim().toLowerCase()).join('\n');

/** What a claim is for a way; null: it is for something else, or does not count. */
export function rideOf(claim: LocalExpense | TravelExpense | Conveyance, timeZone: string): Ride | null {
  if (!stillCounts(claim)) return null;
  const paise = toPaise(claim.claimAmount);
  if ('travelDate' in claim) {
    const route = { from: claim.fromLocation, to: claim.toLocation };
    return { day: dayOf(claim.travelDate, timeZone), paise, route };
  }
  if (!('travelExpenseType' in claim) || claim.travelExpenseType !== RIDE) return null;
  return { day: dayOf(claim.expenseDate, timeZone), paise };
}

/**
 * The other conveyance of that day that may be for the same way: of a sales trip what is claimed on travel claims and
 * for the same route, of a travel claim the sales trips. Null: none. The server finds the same by its index
 * (claimSignals.ts).
 */
export function otherConveyance(ride: Ride, others: readonly Ride[]): OtherConveyance | null {
  const { day, route } = ride;
  const counted = others.filter(
    (other) =>
      other.day === day &&
      (route ? other.route === undefined || keyOf(other.route) === keyOf(route) : other.route !== undefined),
  );
  if (counted.length === 0) return null;
  return {
    paise: counted.reduce((sum, { paise }) => sum + paise, 0),
    of: counted.length,
    sameRoute: route !== undefined && counted.some((other) => other.route !== undefined),
  };
}

/** In three or four words, for a card. */
export const sameWaySign = (sameRoute: boolean): string =>
  `${sameRoute ? 'Same route' : 'Conveyance'} claimed that day too`;

/** The same with the amount; `least`: there may be more. */
export function sameWayText({ paise, of, sameRoute }: OtherConveyance, least = ''): string {
  const amount = `${least}${formatRupees(toRupees(paise))}`;
  return `${sameWaySign(sameRoute)}: ${amount} on ${of} other ${of === 1 ? 'claim' : 'claims'}.`;
}
