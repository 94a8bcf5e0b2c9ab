import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { dataAnswer, dataPage, roomAnswer } from '../paging.ts';
import { historyRow } from '../record.ts';
import {
  ledgerMapping,
  ledgerMappingBody,
  tallyAnswered,
  tallyBatch,
  tallyBatchBody,
  tallyBatchMade,
  tallyCandidate,
  tallyChanged,
  tallyMarkBody,
  tallyReleaseBody,
  tallyVoucher,
} from '../tally.ts';
import { FINANCE_READS } from './tallyReads.ts';

/**
 * Tally (TALLY-1). Everybody of finance's documents may look; tally admins
 * change. All of it needs the network.
 */

const BATCH = '/api/v1/tally/batches/:id';
const read = { method: 'GET', access: 'session', offline: 'read', invalidates: [] } as const;
const changing = { method: 'POST', access: 'session', offline: 'online' } as const;
const stale = [
  'listTallyBatches',
  'getTallyBatch',
  'listTallyVouchers',
  'tallyBatchHistory',
  'listTallyCandidates',
  ...FINANCE_READS,
] as const;

export const listTallyBatches = endpoint({
  ...read,
  name: 'listTallyBatches',
  path: '/api/v1/tally/batches',
  list: true,
  answer: dataPage(tallyBatch),
  summary:
    'Tally batches, newest first. Filters: TALLY_STATUS, RECORD_KIND, and DATE_RANGE for those whose ' +
    'period touches it.',
});
export const listTallyCandidates = endpoint({
  ...read,
  name: 'listTallyCandidates',
  path: '/api/v1/tally/candidates',
  list: true,
  answer: dataPage(tallyCandidate),
  summary:
    'Claims that finance approved and that are in no batch, the last approved first. Filters: ' +
    'RECORD_KIND, EMPLOYEE_NAME, EMPLOYEE_EMAIL, EMPLOYEE_CODE, DATE_RANGE of the expense, ' +
    'FINANCE_APPROVAL_DATE; sort EMPLOYEE_CODE.',
});
export const makeTallyBatch = endpoint({
  ...changing,
  name: 'makeTallyBatch',
  path: '/api/v1/tally/batches',
  body: tallyBatchBody,
  answer: dataAnswer(tallyBatchMade),
  invalidates: stale,
  summary: 'Makes a batch of the chosen claims; each is taken or refused by itself.',
});
export const getTallyBatch = endpoint({
  ...read,
  name: 'getTallyBatch',
  path: BATCH,
  answer: dataAnswer(tallyBatch),
  summary: 'One batch.',
});
export const listTallyVouchers = endpoint({
  ...read,
  name: 'listTallyVouchers',
  path: `${BATCH}/vouchers`,
  list: true,
  answer: dataPage(tallyVoucher),
  summary:
    'The vouchers of a batch, by their day. Filters: TALLY_STATUS, EMPLOYEE_NAME, EMPLOYEE_EMAIL, EMPLOYEE_CODE.',
});
export const tallyBatchHistory = endpoint({
  ...read,
  name: 'tallyBatchHistory',
  path: `${BATCH}/history`,
  answer: roomAnswer(historyRow),
  summary: 'What happened to a batch, newest first.',
});

export const exportTallyBatch = endpoint({
  ...changing,
  name: 'exportTallyBatch',
  recentSignIn: true,
  path: `${BATCH}/export`,
  answer: z.unknown(),
  bytes: ['application/xml'],
  invalidates: stale,
  summary:
    'The batch as Tally import XML, named by content-disposition; what was not posted counts as exported from then on.',
});
export const answerTallyBatch = endpoint({
  ...changing,
  name: 'answerTallyBatch',
  path: `${BATCH}/answer`,
  bodyType: 'file',
  // A file takes the server a while to read.
  timeout: 180_000,
  answer: dataAnswer(tallyAnswered),
  invalidates: stale,
  summary:
    'Takes the XML that Tally answered the import with, and marks each voucher posted or failed as far as it says so.',
});
export const markTallyVouchers = endpoint({
  ...changing,
  name: 'markTallyVouchers',
  path: `${BATCH}/mark`,
  body: tallyMarkBody,
  answer: dataAnswer(tallyChanged),
  invalidates: stale,
  summary: 'Marks vouchers of an exported batch posted or failed by hand.',
});
export const releaseTallyVouchers = endpoint({
  ...changing,
  name: 'releaseTallyVouchers',
  path: `${BATCH}/release`,
  body: tallyReleaseBody,
  answer: dataAnswer(tallyChanged),
  invalidates: stale,
  summary:
    'Takes vouchers that were not exported, or that failed, out of their batch; their claims can be put into another.',
});

export const getLedgerMapping = endpoint({
  ...read,
  name: 'getLedgerMapping',
  path: '/api/v1/tally/ledgers',
  answer: dataAnswer(ledgerMapping),
  summary: 'Which ledger and cost centre of Tally each claim goes to.',
});
export const saveLedgerMapping = endpoint({
  ...changing,
  name: 'saveLedgerMapping',
  method: 'PUT',
  path: '/api/v1/tally/ledgers',
  body: ledgerMappingBody,
  answer: dataAnswer(ledgerMapping),
  invalidates: ['getLedgerMapping', 'listTallyCandidates'],
  summary: 'Saves the mapping; vouchers that are not exported yet follow it.',
});
