import type { ConveyanceType, LocalExpenseType, TravelExpenseType, TravelType } from '#contract/enums.ts';
import type { Choice } from '#ui/ChoiceInput.tsx';

/** What people read for the words of the wire. */
export const LOCAL_EXPENSE_TYPE: Record<LocalExpenseType, string> = { MOBILE_BILL: 'Mobile Bill', OTHERS: 'Others' };
/** In the order in which the form offers them. */
export const TRAVEL_EXPENSE_TYPE: Record<TravelExpenseType, string> = {
  CONVEYANCE: 'Conveyance',
  FOOD: 'Food',
  ACCOMMODATION: 'Accommodation',
  OTHER: 'Other',
};
export const CONVEYANCE_TYPE: Record<ConveyanceType, string> = {
  CAB: 'Cab',
  SELF_CAR: 'Self Car',
  SELF_BIKE: 'Self Bike',
  AUTO: 'Auto',
  BUS: 'Bus',
};

export const choicesOf = (labels: Readonly<Record<string, string>>): Choice[] =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

/** No list has every city of the world: abroad any name will do. */
export const isAbroad = (travelType: string): boolean => travelType === ('INTERNATIONAL' satisfies TravelType);
