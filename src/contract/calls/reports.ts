import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { dataAnswer } from '../paging.ts';
import { financeCharts, REPORT_TYPES } from '../report.ts';

/**
 * Reports of finance (FIN-8, REP-1). They answer a file, not JSON, under the name in
 * `content-disposition`; `format` is `csv` (unless said) or `xlsx`. Page size and number may be given and change
 * nothing.
 */
const report = {
  method: 'GET',
  list: true,
  params: ['format'],
  access: 'session',
  recentSignIn: true,
  offline: 'read',
  invalidates: [],
  answer: z.unknown(),
  bytes: Object.values(REPORT_TYPES),
} as const;
const DOWNLOAD = '/api/v1/allExpense/download';

export const downloadLocalExpenses = endpoint({
  ...report,
  name: 'downloadLocalExpenses',
  path: DOWNLOAD,
  fixed: { primaryExpenseType: '0' },
  summary: 'The local expenses that the filters of finance’s list select, with its columns, as a file.',
});
export const downloadConveyance = endpoint({
  ...report,
  name: 'downloadConveyance',
  path: DOWNLOAD,
  fixed: { primaryExpenseType: '1' },
  summary: 'The conveyance claims that the filters of finance’s list select, with its columns, as a file.',
});
export const downloadTravelExpenses = endpoint({
  ...report,
  name: 'downloadTravelExpenses',
  path: DOWNLOAD,
  fixed: { primaryExpenseType: '2' },
  summary: 'The travel claims that the filters of finance’s list select, with its columns, as a file.',
});

export const downloadDetailedReport = endpoint({
  ...report,
  name: 'downloadDetailedReport',
  path: '/api/v1/reports/downloadDetailedReport',
  summary: 'One row a claim, of all kinds, as a file.',
});
export const downloadSummarizedReport = endpoint({
  ...report,
  name: 'downloadSummarizedReport',
  path: '/api/v1/reports/downloadSummarizedReport',
  summary:
    'One row an employee and kind: how many claims, what was claimed, approved by manager and finance, ' +
    'and paid, as a file.',
});

export const downloadGstCredits = endpoint({
  ...report,
  name: 'downloadGstCredits',
  path: '/api/v1/reports/downloadGstCredits',
  summary: 'One row a verified GST e-invoice to the organisation, with the claim that it is on, as a file.',
});

export const sumFinancePictures = endpoint({
  name: 'sumFinancePictures',
  method: 'GET',
  path: '/api/v1/finance-pictures',
  access: 'session',
  offline: 'read',
  invalidates: [],
  summary: 'What waits for finance by age, what it approved by type, month and cost centre, and food near the limit.',
  answer: dataAnswer(financeCharts),
});
