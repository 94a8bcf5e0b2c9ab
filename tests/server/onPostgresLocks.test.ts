import { onPostgres } from '#tests/support/onPostgres.ts';

/** What two connections do to each other, on a PostgreSQL server; a file of its own beside onPostgres.test.ts, so that neither is the last that is waited for. */
await onPostgres({
  'managers changed at once': () => import('./managerCycles.test.ts'),
  'reads of locked rows': () => import('./lockedReads.test.ts'),
});
