import {
  adminDecision,
  bulkDecision,
  bulkResult,
  cancellationDetails,
  furtherTicket,
  managerTripDecision,
  ticketDetails,
} from '../decision.ts';
import { endpoint } from '../endpoint.ts';
import { dataAnswer } from '../paging.ts';
import { SENDING } from '../sending.ts';
import { trip } from '../trip.ts';
import { RECORD_READS } from './recordReads.ts';

/** What managers and admins do with travel requests. */

const stale = ['searchTrips', 'searchTravelTrips', ...RECORD_READS] as const;
const one = {
  method: 'POST',
  params: ['email', 'tripId'],
  required: ['tripId'],
  access: 'session',
  offline: 'queue',
  answer: dataAnswer(trip),
  invalidates: stale,
} as const;
const many = {
  method: 'POST',
  access: 'session',
  offline: 'queue',
  body: bulkDecision,
  answer: dataAnswer(bulkResult),
  invalidates: stale,
} as const;
const MANAGER = '/api/v1/travel-request/manager';
const ADMIN = '/api/v1/travel-request/admin';

export const managerApproveTrip = endpoint({
  ...one,
  name: 'managerApproveTrip',
  path: `${MANAGER}/approve`,
  body: managerTripDecision,
  summary: 'The manager approves a trip.',
});
export const managerRejectTrip = endpoint({
  ...one,
  name: 'managerRejectTrip',
  path: `${MANAGER}/reject`,
  body: managerTripDecision,
  summary: 'The manager rejects a trip, with a remark.',
});
export const bulkManagerTrips = endpoint({
  ...many,
  name: 'bulkManagerTrips',
  path: `${MANAGER}/bulk`,
  summary: 'The manager approves or rejects many trips; each is decided by itself.',
});

export const adminApproveTrip = endpoint({
  ...one,
  name: 'adminApproveTrip',
  path: `${ADMIN}/approve`,
  body: adminDecision,
  summary: 'An admin approves a trip that its manager approved.',
});
export const adminRejectTrip = endpoint({
  ...one,
  name: 'adminRejectTrip',
  path: `${ADMIN}/reject`,
  body: adminDecision,
  summary: 'An admin rejects a trip that its manager approved, with a remark.',
});
export const bulkAdminTrips = endpoint({
  ...many,
  name: 'bulkAdminTrips',
  path: `${ADMIN}/bulk`,
  summary: 'An admin approves or rejects many trips; each is decided by itself.',
});
export const uploadTicketDetails = endpoint({
  ...one,
  name: 'uploadTicketDetails',
  ...SENDING.uploadTicketDetails,
  path: `${ADMIN}/uploadTicketsDetails`,
  body: ticketDetails,
  summary: 'Adds the tickets of a trip and what they cost.',
});
export const addFurtherTicket = endpoint({
  ...one,
  name: 'addFurtherTicket',
  ...SENDING.addFurtherTicket,
  path: `${ADMIN}/addFurtherTicket`,
  body: furtherTicket,
  summary: 'Adds another ticket of a trip, with what it cost and why; nothing that was decided changes.',
});
export const uploadCancellationDetails = endpoint({
  ...one,
  name: 'uploadCancellationDetails',
  ...SENDING.uploadCancellationDetails,
  path: `${ADMIN}/uploadTicketsCancellationDetails`,
  body: cancellationDetails,
  summary: 'Settles a cancellation that was asked for: the trip is cancelled.',
});
export const rejectCancellation = endpoint({
  ...one,
  name: 'rejectCancellation',
  ...SENDING.rejectCancellation,
  path: `${ADMIN}/rejectCancellation`,
  body: adminDecision,
  summary: 'Refuses a cancellation that was asked for, with a remark: the trip stands.',
});
export const markNoShow = endpoint({
  ...one,
  name: 'markNoShow',
  ...SENDING.markNoShow,
  path: `${ADMIN}/noShow`,
  body: adminDecision,
  summary: 'Notes that nobody travelled on an approved trip that has begun.',
});
