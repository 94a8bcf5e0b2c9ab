import * as z from 'zod/mini';
import { bulkDecision, bulkResult, managerDecision } from '../decision.ts';
import { endpoint } from '../endpoint.ts';
import { conveyance, conveyanceBody, intakeResult, intakeRow } from '../expense.ts';
import { dataAnswer, resultsPage } from '../paging.ts';
import { RECORD_READS } from './recordReads.ts';
import { SENDING } from '../sending.ts';

/**
 * Conveyance of sales trips: the employee’s calls, the manager’s and the sales app’s (CNV-4).
 */

const CONVEYANCE = { primaryExpenseType: '1' } as const;
const stale = ['searchConveyance', ...RECORD_READS] as const;

export const searchConveyance = endpoint({
  name: 'searchConveyance',
  method: 'GET',
  path: '/api/v1/allExpense/search',
  fixed: CONVEYANCE,
  list: true,
  rows: 'conveyance',
  access: 'session',
  offline: 'read',
  invalidates: [],
  summary: 'Conveyance claims: own (USER_EMAIL), of a manager’s queue (MANAGER_EMAIL), or for finance.',
  answer: resultsPage(conveyance),
});
export const updateConveyance = endpoint({
  name: 'updateConveyance',
  ...SENDING.updateConveyance,
  method: 'PUT',
  path: '/api/v1/allExpense/update',
  fixed: CONVEYANCE,
  access: 'session',
  leaver: true,
  offline: 'queue',
  summary: 'Changes amount, remarks and bills of a conveyance claim, named by its tripId.',
  body: conveyanceBody,
  answer: dataAnswer(conveyance),
  invalidates: stale,
});
const decide = {
  method: 'POST',
  fixed: CONVEYANCE,
  params: ['email', 'id'],
  required: ['id'],
  access: 'session',
  offline: 'queue',
  body: managerDecision,
  answer: dataAnswer(conveyance),
  invalidates: stale,
} as const;
export const managerApproveConveyance = endpoint({
  ...decide,
  name: 'managerApproveConveyance',
  path: '/api/v1/allExpense/manager-approve',
  summary: 'The manager approves a conveyance claim.',
});
export const managerRejectConveyance = endpoint({
  ...decide,
  name: 'managerRejectConveyance',
  path: '/api/v1/allExpense/manager-reject',
  summary: 'The manager rejects a conveyance claim.',
});
export const bulkManagerConveyance = endpoint({
  name: 'bulkManagerConveyance',
  method: 'POST',
  path: '/api/v1/allExpense/bulk-manager-approve',
  fixed: CONVEYANCE,
  access: 'session',
  offline: 'queue',
  summary: 'The manager approves or rejects many conveyance claims; each is decided by itself.',
  body: bulkDecision,
  answer: dataAnswer(bulkResult),
  invalidates: stale,
});

/** No session: the sales app shows its own key in `x-api-key`. */
export const intakeConveyance = endpoint({
  name: 'intakeConveyance',
  method: 'POST',
  path: '/api/v1/integration/conveyance',
  access: 'key',
  offline: 'online',
  summary: 'Takes up to 500 trips from the sales app; each is taken once, by its externalId.',
  body: z.array(intakeRow),
  answer: dataAnswer(intakeResult),
  invalidates: stale,
});
