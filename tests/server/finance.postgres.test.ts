import { onPostgres } from '#tests/support/onPostgres.ts';

/**
 * The tests of finance on a PostgreSQL server, for the reason of core.postgres.test.ts; two files, so that neither is
 * the last to end.
 */
await onPostgres({
  'reports of finance': () => import('./reports/agree.test.ts'),
  'downloads of finance': () => import('./reports/downloads.test.ts'),
  'pictures of finance': () => import('./reports/pictures.test.ts'),
  'seals of the audit log': () => import('./auditSeals.test.ts'),
  'the nonce of sign-in': () => import('./signInNonce.test.ts'),
  'tampering with the audit log': () => import('./auditTampering.test.ts'),
  'who came in and who was refused': () => import('./accessAudit.test.ts'),
  finance: () => import('./finance.test.ts'),
  'two of finance': () => import('./financeRaces.test.ts'),
  'batches of Tally': () => import('./tally/batches.test.ts'),
  'sheets of finance': () => import('./tally/sheets.test.ts'),
  'ledgers of Tally': () => import('./tally/ledgers.test.ts'),
  'the summary of finance': () => import('./financeSummary.test.ts'),
});
