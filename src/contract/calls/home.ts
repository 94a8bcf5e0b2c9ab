import { endpoint } from '../endpoint.ts';
import { owed, pendingCounts } from '../home.ts';
import { dataAnswer } from '../paging.ts';

/** What the home page shows: how much waits where, and what one is owed. */

export const countWaiting = endpoint({
  name: 'countWaiting',
  method: 'GET',
  path: '/api/v1/counts',
  access: 'session',
  offline: 'read',
  invalidates: [],
  summary: 'How many trips, claims, cancellations and enquiries wait for the signed-in person, or wait as theirs.',
  answer: dataAnswer(pendingCounts),
});
export const sumOwed = endpoint({
  name: 'sumOwed',
  method: 'GET',
  path: '/api/v1/owed',
  access: 'session',
  offline: 'read',
  invalidates: [],
  summary: 'What the signed-in person claimed, had approved and was paid this month, and what is not paid in all.',
  answer: dataAnswer(owed),
});
