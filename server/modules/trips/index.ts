/** Trips, tickets and cancellations. */

export { tripAudit } from './change.ts';
export { cityCalls, tripCalls } from './routes.ts';
export { assertVisibleTrip, maySeeTrip, maySeeTripBelow } from './policy.ts';
export { columnsOf, tripAnswer, tripSnapshot, tripStateOf } from './presenter.ts';
export {
  changeTrips,
  MAX_CLAIMS,
  tripById,
  tripColumns,
  tripJoins,
  type TripRow,
  tripsById,
  tripsCarrying,
  UNSEEN,
} from './repository/trips.ts';
