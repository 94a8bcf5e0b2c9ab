import { bulkDecision, bulkResult, managerDecision } from '../decision.ts';
import { endpoint } from '../endpoint.ts';
import { travelExpense, travelExpenseBody, tripWithClaims } from '../expense.ts';
import { dataAnswer, groupedPage, madeAnswer, resultsPage } from '../paging.ts';
import { SENDING } from '../sending.ts';
import { RECORD_READS } from './recordReads.ts';

/** Travel claims: the employee’s calls and the manager’s. */

const TRAVEL = { primaryExpenseType: '2' } as const;
const stale = ['searchTravelTrips', 'searchTravelExpenses', 'tripExpenseIds', ...RECORD_READS] as const;

export const searchTravelTrips = endpoint({
  name: 'searchTravelTrips',
  method: 'GET',
  path: '/api/v1/allExpense/travel-expense/user/search',
  fixed: TRAVEL,
  list: true,
  rows: 'tripWithClaims',
  access: 'session',
  offline: 'read',
  invalidates: [],
  summary: 'Somebody’s trips that are not cancelled, with their days and the claims of each day.',
  answer: groupedPage(tripWithClaims),
});
export const createTravelExpense = endpoint({
  name: 'createTravelExpense',
  ...SENDING.createTravelExpense,
  method: 'POST',
  path: '/api/v1/allExpense/create',
  fixed: TRAVEL,
  params: ['email', 'id'],
  required: ['id'],
  access: 'session',
  leaver: true,
  offline: 'queue',
  summary: 'Files a claim for a day of the trip named by id.',
  body: travelExpenseBody,
  answer: madeAnswer(travelExpense),
  invalidates: stale,
});
export const updateTravelExpense = endpoint({
  ...SENDING.updateTravelExpense,
  params: ['id'],
  required: ['id'],
  access: 'session',
  leaver: true,
  offline: 'queue',
  summary: 'Changes a travel claim while its manager has not decided.',
  body: travelExpenseBody,
  answer: dataAnswer(travelExpense),
  invalidates: stale,
});
export const withdrawTravelExpense = endpoint({
  name: 'withdrawTravelExpense',
  ...SENDING.withdrawTravelExpense,
  method: 'POST',
  path: '/api/v1/allExpense/withdraw',
  fixed: TRAVEL,
  params: ['id'],
  required: ['id'],
  access: 'session',
  leaver: true,
  offline: 'queue',
  summary: 'Withdraws a travel claim while its manager has not decided.',
  answer: dataAnswer(travelExpense),
  invalidates: stale,
});

export const searchTravelExpenses = endpoint({
  name: 'searchTravelExpenses',
  method: 'GET',
  path: '/api/v1/allExpense/search',
  fixed: TRAVEL,
  list: true,
  rows: 'travelExpense',
  access: 'session',
  offline: 'read',
  invalidates: [],
  summary: 'Travel claims one by one: own (USER_EMAIL), of a manager’s queue (MANAGER_EMAIL), or for finance.',
  answer: resultsPage(travelExpense),
});
const decide = {
  method: 'POST',
  fixed: TRAVEL,
  params: ['email', 'id'],
  required: ['id'],
  access: 'session',
  offline: 'queue',
  body: managerDecision,
  answer: dataAnswer(travelExpense),
  invalidates: stale,
} as const;
export const managerApproveTravel = endpoint({
  ...decide,
  name: 'managerApproveTravel',
  path: '/api/v1/allExpense/manager-approve',
  summary: 'The manager approves a travel claim.',
});
export const managerRejectTravel = endpoint({
  ...decide,
  name: 'managerRejectTravel',
  path: '/api/v1/allExpense/manager-reject',
  summary: 'The manager rejects a travel claim.',
});
export const bulkManagerTravel = endpoint({
  name: 'bulkManagerTravel',
  method: 'POST',
  path: '/api/v1/allExpense/bulk-manager-approve',
  fixed: TRAVEL,
  access: 'session',
  offline: 'queue',
  summary: 'The manager approves or rejects many travel claims; each is decided by itself.',
  body: bulkDecision,
  answer: dataAnswer(bulkResult),
  invalidates: stale,
});
