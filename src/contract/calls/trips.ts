import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { contentPage, dataAnswer, madeAnswer } from '../paging.ts';
import { SENDING } from '../sending.ts';
import { cancelTripBody, city, trip, tripBody } from '../trip.ts';
import { person } from '../user.ts';
import { RECORD_READS } from './recordReads.ts';

/** Travel requests: the employee’s calls. */

const stale = ['searchTrips', 'searchTravelTrips', 'tripExpenseIds', ...RECORD_READS] as const;

export const searchTrips = endpoint({
  name: 'searchTrips',
  method: 'GET',
  path: '/api/v1/travel-request/search',
  list: true,
  rows: 'trip',
  access: 'session',
  offline: 'read',
  invalidates: [],
  summary: 'Trips: own (USER_EMAIL), of a manager’s queue (MANAGER_EMAIL), or for admins.',
  answer: contentPage(trip),
});
export const createTrip = endpoint({
  name: 'createTrip',
  ...SENDING.createTrip,
  method: 'POST',
  path: '/api/v1/travel-request/create',
  params: ['email'],
  access: 'session',
  offline: 'queue',
  summary: 'Asks for a trip.',
  body: tripBody,
  answer: madeAnswer(trip),
  invalidates: stale,
});
export const updateTrip = endpoint({
  ...SENDING.updateTrip,
  params: ['id'],
  required: ['id'],
  access: 'session',
  offline: 'queue',
  summary: 'Changes a trip while the admin has not decided.',
  body: tripBody,
  answer: dataAnswer(trip),
  invalidates: stale,
});
export const cancelTrip = endpoint({
  name: 'cancelTrip',
  ...SENDING.cancelTrip,
  method: 'POST',
  path: '/api/v1/travel-request/cancel',
  params: ['tripId'],
  required: ['tripId'],
  access: 'session',
  offline: 'queue',
  summary: 'Asks for a trip to be cancelled; one that nobody has approved and that has no ticket is cancelled at once.',
  body: cancelTripBody,
  answer: dataAnswer(trip),
  invalidates: stale,
});
export const searchCities = endpoint({
  name: 'searchCities',
  method: 'GET',
  path: '/api/v1/travel-request/search/cities/:text',
  access: 'session',
  offline: 'read',
  invalidates: [],
  summary: 'Cities whose name begins with or contains the text.',
  answer: dataAnswer(z.array(city)),
});
export const tripExpenseIds = endpoint({
  name: 'tripExpenseIds',
  method: 'GET',
  path: '/api/v1/travel-request/getExpenseIdsFromTripId',
  params: ['tripId'],
  required: ['tripId'],
  access: 'session',
  offline: 'read',
  invalidates: [],
  summary: 'The claims of a trip by their dates; an empty map means that it has none.',
  answer: dataAnswer(z.record(z.string(), z.array(z.string()))),
});
export const uploadCandidateInformation = endpoint({
  name: 'uploadCandidateInformation',
  method: 'POST',
  path: '/api/v1/travel-request/uploadCandidateInformation',
  params: ['tripId', 'employeeCode'],
  required: ['tripId', 'employeeCode'],
  access: 'session',
  offline: 'online',
  summary: 'Attaches the candidate’s new employee record to a trip; an empty list means that nobody has that code.',
  answer: dataAnswer(z.array(person)),
  invalidates: ['searchTrips', ...RECORD_READS],
});
