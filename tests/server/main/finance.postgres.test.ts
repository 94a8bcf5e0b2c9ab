import { onPostgres } from '#tests/support/onPostgres.ts';

/**
 * The tests of finance on a PostgreSQL server, for the reason of core.postgres.test.ts; two files, so that neither is
 * the last to end.
 */
await onPostgres({
  'reports of finance': () => import('../modules/reports/agree.test.ts'),
  'downloads of finance': () => import('../modules/reports/downloads.test.ts'),
  'pictures of finance': () => import('../modules/reports/pictures.test.ts'),
  'seals of the audit log': () => import('../platform/audit/seals.test.ts'),
  'keys of the audit log': () => import('../platform/audit/auditKeys.test.ts'),
  'the nonce of sign-in': () => import('../modules/session/signInNonce.test.ts'),
  'tampering with the audit log': () => import('../platform/audit/tampering.long.test.ts'),
  'who came in and who was refused': () => import('../modules/session/accessAudit.test.ts'),
  finance: () => import('../modules/finance/finance.test.ts'),
  'finance at once': () => import('../modules/finance/financeAtOnce.test.ts'),
  'two of finance': () => import('../modules/finance/financeRaces.test.ts'),
  'batches of Tally': () => import('../modules/tally/batches.test.ts'),
  'batches that were exported': () => import('../modules/tally/exportedBatches.test.ts'),
  'sheets of finance': () => import('../modules/sheets/sheets.test.ts'),
  'sheets that mean harm': () => import('../modules/sheets/hostileSheets.test.ts'),
  'ledgers of Tally': () => import('../modules/tally/ledgers.test.ts'),
  'the summary of finance': () => import('../modules/finance/financeSummary.test.ts'),
});
