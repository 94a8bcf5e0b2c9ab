import type { Day } from '#domain/dates.ts';
import { billDrafts, draftKeyOf, ownAddress, valuesFrom, type JoinPlace } from '#modules/claims/index.ts';
import { RAISE_TITLE } from './command.ts';
import { emptyValues, type LocalExpenseValues } from './values.ts';

/** Names the draft of a new claim, below the title. */
export const NEW_PLACE = 'new';
export const localExpenseDrafts = billDrafts(valuesFrom(emptyValues('')));

/** Where bills join a new local expense. */
export const localExpensePlace = (today: Day): JoinPlace<LocalExpenseValues> => ({
  key: draftKeyOf(RAISE_TITLE, NEW_PLACE),
  drafts: localExpenseDrafts,
  empty: emptyValues(today),
  remark: 'remarks',
  address: `${ownAddress('localExpense')}?new=1`,
});
