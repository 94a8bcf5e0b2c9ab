import { onPostgres } from '#tests/support/onPostgres.ts';

/**
 * What two connections do to each other, on a PostgreSQL server; a file of its own beside core.postgres.test.ts, so
 * that neither is the last to end.
 */
await onPostgres({
  'managers changed at once': () => import('../modules/people/managerCycles.test.ts'),
  'reads of locked rows': () => import('../platform/database/lockedReads.test.ts'),
});
