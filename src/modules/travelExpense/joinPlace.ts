import type { Day } from '#domain/dates.ts';
import { billDrafts, draftKeyOf, ownAddress, valuesFrom, type JoinPlace } from '#modules/claims/index.ts';
import { RAISE_TITLE } from './command.ts';
import { dayAddress } from './kind.ts';
import { emptyValues, type TravelExpenseValues } from './values.ts';

export const travelExpenseDrafts = billDrafts(valuesFrom(emptyValues('')));

/** Where bills join a new claim for a day of a trip. */
export const travelExpensePlace = (tripId: string, day: Day): JoinPlace<TravelExpenseValues> => ({
  key: draftKeyOf(RAISE_TITLE, dayAddress(tripId, day)),
  drafts: travelExpenseDrafts,
  empty: emptyValues(day),
  remark: 'remarks',
  address: `${ownAddress('travelExpense')}?new=1&for=${dayAddress(tripId, day)}&show=${tripId}`,
});
