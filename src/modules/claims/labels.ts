import type {
  ConveyanceType,
  LocalExpenseType,
  TravelBookedBy,
  TravelDoneBy,
  TravelExpenseType,
  TravelMode,
  TravelType,
  TripType,
} from '#contract/enums.ts';
import type { Choice } from '#ui/ChoiceInput.tsx';

/** What people read for the words of the wire. */
export const TRAVEL_TYPE: Record<TravelType, string> = { DOMESTIC: 'Domestic', INTERNATIONAL: 'International' };
export const TRIP_TYPE: Record<TripType, string> = { ONE_WAY: 'One way', ROUND_TRIP: 'Round trip' };
export const BOOKED_BY: Record<TravelBookedBy, string> = { SELF: 'Self', ADMIN: 'Admin' };
export const DONE_BY: Record<TravelDoneBy, string> = { SELF: 'Self', CLIENT: 'Client', CANDIDATE: 'Candidate' };
export const MODE: Record<TravelMode, string> = {
  AIR: 'Air',
  BUS: 'Bus',
  TRAIN: 'Train',
  CAB: 'Cab',
  OWN_CAR: 'Own car',
  OTHER: 'Other',
};

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

/** Yes and No of a form. */
export const YES = 'YES';
export const NO = 'NO';
export const YES_NO: Record<string, string> = { [YES]: 'Yes', [NO]: 'No' };
export const yesNo = (value: boolean): string => (value ? 'Yes' : 'No');

export const choicesOf = (labels: Readonly<Record<string, string>>): Choice[] =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

/** No list has every city of the world: abroad any name will do. */
export const isAbroad = (travelType: string): boolean => travelType === ('INTERNATIONAL' satisfies TravelType);
