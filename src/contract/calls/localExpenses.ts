import { bulkDecision, bulkResult, managerDecision } from '../decision.ts';
import { endpoint } from '../endpoint.ts';
import { localExpense, localExpenseBody } from '../expense.ts';
import { dataAnswer, madeAnswer, resultsPage } from '../paging.ts';
import { SENDING } from '../sending.ts';
import { RECORD_READS } from './recordReads.ts';

/** Local expenses: the employee’s calls and the manager’s. */

const LOCAL = { primaryExpenseType: '0' } as const;

export const searchLocalExpenses = endpoint({
  name: 'searchLocalExpenses',
  method: 'GET',
  path: '/api/v1/allExpense/search',
  fixed: LOCAL,
  list: true,
  rows: 'localExpense',
  access: 'session',
  offline: 'read',
  invalidates: [],
  summary: 'Local expenses: own (USER_EMAIL), of a manager’s queue (MANAGER_EMAIL), or for finance.',
  answer: resultsPage(localExpense),
});
export const createLocalExpense = endpoint({
  name: 'createLocalExpense',
  ...SENDING.createLocalExpense,
  method: 'POST',
  path: '/api/v1/allExpense/create',
  fixed: LOCAL,
  params: ['email'],
  access: 'session',
  leaver: true,
  offline: 'queue',
  summary: 'Files a local expense with its bills.',
  body: localExpenseBody,
  answer: madeAnswer(localExpense),
  invalidates: ['searchLocalExpenses', ...RECORD_READS],
});
export const updateLocalExpense = endpoint({
  ...SENDING.updateLocalExpense,
  params: ['id'],
  required: ['id'],
  access: 'session',
  leaver: true,
  offline: 'queue',
  summary: 'Changes a local expense while its manager has not decided.',
  body: localExpenseBody,
  answer: dataAnswer(localExpense),
  invalidates: ['searchLocalExpenses', ...RECORD_READS],
});
export const withdrawLocalExpense = endpoint({
  name: 'withdrawLocalExpense',
  ...SENDING.withdrawLocalExpense,
  method: 'POST',
  path: '/api/v1/allExpense/withdraw',
  fixed: LOCAL,
  params: ['id'],
  required: ['id'],
  access: 'session',
  leaver: true,
  offline: 'queue',
  summary: 'Withdraws a local expense while its manager has not decided.',
  answer: dataAnswer(localExpense),
  invalidates: ['searchLocalExpenses', ...RECORD_READS],
});

const decide = {
  method: 'POST',
  fixed: LOCAL,
  params: ['email', 'id'],
  required: ['id'],
  access: 'session',
  offline: 'queue',
  body: managerDecision,
  answer: dataAnswer(localExpense),
  invalidates: ['searchLocalExpenses', ...RECORD_READS],
} as const;
export const managerApproveLocal = endpoint({
  ...decide,
  name: 'managerApproveLocal',
  path: '/api/v1/allExpense/manager-approve',
  summary: 'The manager approves a local expense.',
});
export const managerRejectLocal = endpoint({
  ...decide,
  name: 'managerRejectLocal',
  path: '/api/v1/allExpense/manager-reject',
  summary: 'The manager rejects a local expense.',
});
export const bulkManagerLocal = endpoint({
  name: 'bulkManagerLocal',
  method: 'POST',
  path: '/api/v1/allExpense/bulk-manager-approve',
  fixed: LOCAL,
  access: 'session',
  offline: 'queue',
  summary: 'The manager approves or rejects many; each is decided by itself.',
  body: bulkDecision,
  answer: dataAnswer(bulkResult),
  invalidates: ['searchLocalExpenses', ...RECORD_READS],
});
