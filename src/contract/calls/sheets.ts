import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { dataAnswer } from '../paging.ts';
import { sheetAnswer, SIGNED_PATH, XLSX_TYPE } from '../sheets.ts';
import { FINANCE_READS } from './tallyReads.ts';

/** Finance's documents (PAY-1). */

const upload = {
  method: 'POST',
  access: 'session',
  recentSignIn: true,
  bodyType: 'file',
  offline: 'online',
  // A file takes the server a while to read.
  timeout: 180_000,
  answer: sheetAnswer,
} as const;

export const uploadExpenses = endpoint({
  ...upload,
  name: 'uploadExpenses',
  path: '/api/v1/reports/uploadExpenses',
  invalidates: ['listTallyBatches', 'listTallyCandidates', ...FINANCE_READS],
  summary:
    'Takes Expense.xlsx: makes a Tally batch of its rows and gives back its import file; refused rows ' +
    'come back with a Reason.',
});
export const uploadPayments = endpoint({
  ...upload,
  name: 'uploadPayments',
  path: '/api/v1/reports/uploadPayments',
  invalidates: FINANCE_READS,
  summary:
    'Takes Payment.xlsx: marks the claims of its rows paid and gives back payment vouchers; refused rows ' +
    'come back with a Reason.',
});
export const downloadExpenseExcel = endpoint({
  name: 'downloadExpenseExcel',
  recentSignIn: true,
  method: 'GET',
  path: '/api/v1/downloadExpenseExcel',
  params: ['isPayments'],
  access: 'session',
  offline: 'read',
  invalidates: [],
  summary:
    'The address of Expense.xlsx, or with isPayments=true of Payment.xlsx, good for five minutes without a token.',
  answer: dataAnswer(z.string()),
});
export const signedFile = endpoint({
  name: 'signedFile',
  method: 'GET',
  path: SIGNED_PATH,
  params: ['expires', 'signature'],
  required: ['expires', 'signature'],
  access: 'public',
  offline: 'read',
  invalidates: [],
  summary: 'The file that a signed address names.',
  answer: z.unknown(),
  bytes: [XLSX_TYPE, 'application/xml', 'text/csv'],
});
