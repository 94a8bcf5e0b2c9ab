import { endpoint } from '../endpoint.ts';
import { travelExpense, travelExpenseBody, tripWithClaims } from '../expense.ts';
import { dataAnswer, groupedPage } from '../paging.ts';
import { RECORD_READS } from './recordReads.ts';

/** Travel claims: the employee’s calls (employee.md 7). */

const TRAVEL = { primaryExpenseType: '2' } as const;
const stale = ['searchTravelTrips', 'tripExpenseIds', ...RECORD_READS] as const;

export const searchTravelTrips = endpoint({
  name: 'searchTravelTrips', method: 'GET', path: '/api/v1/allExpense/travel-expense/user/search', fixed: TRAVEL, list: true, access: 'session', offline: 'read', invalidates: [],
  summary: 'Somebody’s trips that are not cancelled, with their days and the claims of each day.', answer: groupedPage(tripWithClaims),
});
export const createTravelExpense = endpoint({
  name: 'createTravelExpense', method: 'POST', path: '/api/v1/allExpense/create', fixed: TRAVEL, params: ['email', 'id'], required: ['id'], access: 'session', offline: 'queue',
  summary: 'Files a claim for a day of the trip named by id.', body: travelExpenseBody, answer: dataAnswer(travelExpense), invalidates: stale,
});
export const updateTravelExpense = endpoint({
  name: 'updateTravelExpense', method: 'PUT', path: '/api/v1/allExpense/update', fixed: TRAVEL, params: ['id'], required: ['id'], access: 'session', offline: 'queue',
  summary: 'Changes a travel claim while its manager has not decided.', body: travelExpenseBody, answer: dataAnswer(travelExpense), invalidates: stale,
});
export const withdrawTravelExpense = endpoint({
  name: 'withdrawTravelExpense', method: 'POST', path: '/api/v1/allExpense/withdraw', fixed: TRAVEL, params: ['id'], required: ['id'], access: 'session', offline: 'queue',
  summary: 'Withdraws a travel claim while its manager has not decided.', answer: dataAnswer(travelExpense), invalidates: stale,
});
