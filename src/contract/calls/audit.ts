import * as z from 'zod/mini';
import { auditEntry, auditRow } from '../audit.ts';
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
  path: '/api/v1/audit/download',
  list: true,
  params: ['format'],
  summary: 'All rows of the audit log that the filters select, as a file: CSV unless `format` is `xlsx`.',
  answer: z.unknown(),
  bytes: Object.values(REPORT_TYPES),
});
export const getAuditEntry = endpoint({
  ...read,
  name: 'getAuditEntry',
  path: '/api/v1/audit/:id',
  summary: 'One row of the audit log whole, with its place in the chains.',
  answer: dataAnswer(auditEntry),
});
