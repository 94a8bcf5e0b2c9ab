import type { TravelBookedBy, TravelDoneBy, TravelMode, TravelType, TripType } from '#contract/enums.ts';

/** What people read for the words that a trip has on the wire, in the order in which the form offers them. */
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

/** Yes and No of a form. */
export const YES = 'YES';
export const NO = 'NO';
export const YES_NO: Record<string, string> = { [YES]: 'Yes', [NO]: 'No' };
export const yesNo = (value: boolean): string => (value ? 'Yes' : 'No');
