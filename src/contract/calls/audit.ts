import * as z from 'zod/mini';
import { auditEntry, auditRow, signingKey } from '../audit.ts';
import { endpoint } from '../endpoint.ts';
import { dataAnswer, dataPage } from '../paging.ts';
import { REPORT_TYPES } from '../report.ts';

/** The audit log, for organisation admins (AUD-20). */

const read = {
  method: 'GET',
  access: 'session',
  offline: 'read',
  invalidates: [],
} as const;

export const listAudit = endpoint({
  ...read,
  name: 'listAudit',
  path: '/api/v1/audit',
  list: true,
  summary:
    'The audit log, newest first: by person (`EMAIL`: who did it, for whom, or whose record it is), record ' +
    '(`SEARCH`: its id), `AUDIT_TOPIC` and day. At most the newest 10,000 that the filters select.',
  answer: dataPage(auditRow),
});
export const downloadAudit = endpoint({
  ...read,
  name: 'downloadAudit',
  recentSignIn: true,
  path: '/api/v1/audit/download',
  list: true,
  params: ['format'],
  summary: 'All rows of the audit log that the filters select, as a file: CSV unless `format` is `xlsx`.',
  answer: z.unknown(),
  bytes: Object.values(REPORT_TYPES),
});
export const auditKey = endpoint({
  ...read,
  name: 'auditKey',
  path: '/api/v1/audit/key',
  access: 'public',
  summary: 'The key that signs proof packs and the heads of the audit log (Ed25519), and the digest to compare it by.',
  answer: dataAnswer(signingKey),
});
export const getProofPack = endpoint({
  ...read,
  name: 'getProofPack',
  recentSignIn: false,
  path: '/api/v1/record/:id/proof',
  // Bills are read one by one.
  timeout: 180_000,
  summary:
    'The proof pack of a record as a ZIP: facts, bills, its rows of the log, and a page that checks all of it ' +
    'offline. For finance and organisation admins who may see the record.',
  answer: z.unknown(),
  bytes: ['application/zip'],
});
export const getAuditEntry = endpoint({
  ...read,
  name: 'getAuditEntry',
  path: '/api/v1/audit/:id',
  summary: 'One row of the audit log whole, with its place in the chains.',
  answer: dataAnswer(auditEntry),
});
