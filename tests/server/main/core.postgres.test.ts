import { onPostgres } from '#tests/support/onPostgres.ts';

/**
 * What depends on how the database locks, waits and compares is proved on a PostgreSQL server too: the same tests, many
 * connections. Those of finance are in finance.postgres.test.ts.
 */
await onPostgres({
  'sign-in': () => import('../modules/session/signIn.test.ts'),
  'codes of sign-in': () => import('../modules/session/signInCodes.test.ts'),
  'uploads in parts': () => import('../platform/uploads/uploadParts.test.ts'),
  'codes that others ask for': () => import('../modules/session/foreignCodes.test.ts'),
  'companies from CSV': () => import('../modules/campaigns/importCompanies.test.ts'),
  'rows of CSV that are refused': () => import('../modules/campaigns/importRows.test.ts'),
  'contacts from CSV': () => import('../modules/campaigns/importContacts.test.ts'),
  'imports that are killed': () => import('../modules/campaigns/importKilled.test.ts'),
  'report files of campaigns': () => import('../modules/campaigns/reports.test.ts'),
  'analytics of campaigns': () => import('../modules/campaigns/analytics.test.ts'),
  'local expenses': () => import('../modules/localExpenses/localExpenses.test.ts'),
  'another manager': () => import('../modules/approvals/managerChange.test.ts'),
  decisions: () => import('../modules/approvals/decisions.test.ts'),
  'two approvers': () => import('../modules/approvals/twoApprovers.test.ts'),
  'exactly once': () => import('../platform/idempotency/exactlyOnce.test.ts'),
  'sealed secrets': () => import('../platform/secrets/sealed.test.ts'),
  'shortened answers': () => import('../platform/idempotency/shortenedAnswers.test.ts'),
  search: () => import('../modules/claims/search.test.ts'),
  trips: () => import('../modules/trips/trips.test.ts'),
  'decisions of trips': () => import('../modules/trips/decisions.test.ts'),
  'search of trips': () => import('../modules/trips/search.test.ts'),
  'travel claims': () => import('../modules/travelExpenses/travelExpenses.test.ts'),
  conveyance: () => import('../modules/conveyance/conveyance.test.ts'),
  'the intake of the sales app': () => import('../modules/conveyance/intake.test.ts'),
  notifications: () => import('../modules/notifications/notifications.test.ts'),
  pushes: () => import('../modules/notifications/pushes.test.ts'),
  'the database of the build before': () => import('../platform/database/before.test.ts'),
  'the mail of the morning': () => import('../modules/approvals/digests.test.ts'),
  'what owners may do': () => import('../modules/claims/ownClaims.test.ts'),
  campaigns: () => import('../modules/campaigns/campaigns.test.ts'),
  'counts of campaigns': () => import('../modules/campaigns/counts.test.ts'),
});
