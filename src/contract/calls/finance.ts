import * as z from 'zod/mini';
import { bulkDecision, bulkResult, financeDecision } from '../decision.ts';
import { endpoint } from '../endpoint.ts';
import { conveyance, localExpense, travelExpense } from '../expense.ts';
import { dataAnswer } from '../paging.ts';
import { RECORD_READS } from './recordReads.ts';

/**
 * What finance does with claims that a manager approved. Decisions may wait on the device as a
 * manager's do. Reviving may not: where it is refused the answer is a success without a record, which an outbox would
 * take for done.
 */

const LOCAL = { primaryExpenseType: '0' } as const;
const CONVEYANCE = { primaryExpenseType: '1' } as const;
const TRAVEL = { primaryExpenseType: '2' } as const;

const staleLocal = ['searchLocalExpenses', ...RECORD_READS] as const;
const staleConveyance = ['searchConveyance', ...RECORD_READS] as const;
const staleTravel = ['searchTravelTrips', 'searchTravelExpenses', 'tripExpenseIds', ...RECORD_READS] as const;

const APPROVE = '/api/v1/allExpense/finance-approve';
const REJECT = '/api/v1/allExpense/finance-reject';
const one = {
  method: 'POST',
  params: ['email', 'id'],
  required: ['id'],
  access: 'session',
  offline: 'queue',
  body: financeDecision,
} as const;
const many = {
  method: 'POST',
  path: '/api/v1/allExpense/bulk-finance-approve',
  params: ['email'],
  access: 'session',
  offline: 'queue',
  body: bulkDecision,
  answer: dataAnswer(bulkResult),
} as const;
const revival = {
  method: 'POST',
  path: '/api/v1/allExpense/reviveExpense',
  params: ['expenseId', 'financeMailId'],
  required: ['expenseId'],
  access: 'session',
  offline: 'online',
} as const;

const ofLocal = { fixed: LOCAL, answer: dataAnswer(localExpense), invalidates: staleLocal } as const;
export const financeApproveLocal = endpoint({
  ...one,
  ...ofLocal,
  name: 'financeApproveLocal',
  path: APPROVE,
  summary: 'Finance approves a local expense.',
});
export const financeRejectLocal = endpoint({
  ...one,
  ...ofLocal,
  name: 'financeRejectLocal',
  path: REJECT,
  summary: 'Finance rejects a local expense, with a remark.',
});
export const bulkFinanceLocal = endpoint({
  ...many,
  name: 'bulkFinanceLocal',
  fixed: LOCAL,
  invalidates: staleLocal,
  summary: 'Finance approves or rejects many local expenses; each is decided by itself.',
});
export const reviveLocal = endpoint({
  ...revival,
  name: 'reviveLocal',
  fixed: LOCAL,
  invalidates: staleLocal,
  answer: dataAnswer(z.nullable(localExpense)),
  summary: 'Finance takes back what it decided of a local expense. Without data: not to be revived.',
});

const ofConveyance = { fixed: CONVEYANCE, answer: dataAnswer(conveyance), invalidates: staleConveyance } as const;
export const financeApproveConveyance = endpoint({
  ...one,
  ...ofConveyance,
  name: 'financeApproveConveyance',
  path: APPROVE,
  summary: 'Finance approves a conveyance claim.',
});
export const financeRejectConveyance = endpoint({
  ...one,
  ...ofConveyance,
  name: 'financeRejectConveyance',
  path: REJECT,
  summary: 'Finance rejects a conveyance claim, with a remark.',
});
export const bulkFinanceConveyance = endpoint({
  ...many,
  name: 'bulkFinanceConveyance',
  fixed: CONVEYANCE,
  invalidates: staleConveyance,
  summary: 'Finance approves or rejects many conveyance claims; each is decided by itself.',
});
export const reviveConveyance = endpoint({
  ...revival,
  name: 'reviveConveyance',
  fixed: CONVEYANCE,
  invalidates: staleConveyance,
  answer: dataAnswer(z.nullable(conveyance)),
  summary: 'Finance takes back what it decided of a conveyance claim. Without data: not to be revived.',
});

const ofTravel = { fixed: TRAVEL, answer: dataAnswer(travelExpense), invalidates: staleTravel } as const;
export const financeApproveTravel = endpoint({
  ...one,
  ...ofTravel,
  name: 'financeApproveTravel',
  path: APPROVE,
  summary: 'Finance approves a travel claim.',
});
export const financeRejectTravel = endpoint({
  ...one,
  ...ofTravel,
  name: 'financeRejectTravel',
  path: REJECT,
  summary: 'Finance rejects a travel claim, with a remark.',
});
export const bulkFinanceTravel = endpoint({
  ...many,
  name: 'bulkFinanceTravel',
  fixed: TRAVEL,
  invalidates: staleTravel,
  summary: 'Finance approves or rejects many travel claims; each is decided by itself.',
});
export const reviveTravel = endpoint({
  ...revival,
  name: 'reviveTravel',
  fixed: TRAVEL,
  invalidates: staleTravel,
  answer: dataAnswer(z.nullable(travelExpense)),
  summary: 'Finance takes back what it decided of a travel claim. Without data: not to be revived.',
});
