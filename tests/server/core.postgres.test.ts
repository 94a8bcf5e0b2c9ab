import { onPostgres } from '#tests/support/onPostgres.ts';

/**
 * What depends on how the database locks, waits and compares is proved on a PostgreSQL server too: the same tests, many
 * connections. Those of finance are in finance.postgres.test.ts.
 */
await onPostgres({
  'sign-in': () => import('./signIn.test.ts'),
  'codes of sign-in': () => import('./signInCodes.test.ts'),
  'uploads in parts': () => import('./uploadParts.test.ts'),
  'codes that others ask for': () => import('./foreignCodes.test.ts'),
  'companies from CSV': () => import('./importCompanies.test.ts'),
  'report files of campaigns': () => import('./campaignReports.test.ts'),
  'analytics of campaigns': () => import('./campaignAnalytics.test.ts'),
  'local expenses': () => import('./localExpenses.test.ts'),
  'another manager': () => import('./managerChange.test.ts'),
  decisions: () => import('./decisions.test.ts'),
  'two approvers': () => import('./twoApprovers.test.ts'),
  'exactly once': () => import('./exactlyOnce.test.ts'),
  'sealed secrets': () => import('./sealedSecrets.test.ts'),
  'shortened answers': () => import('./shortenedAnswers.test.ts'),
  search: () => import('./search.test.ts'),
  trips: () => import('./trips.test.ts'),
  'decisions of trips': () => import('./tripDecisions.test.ts'),
  'search of trips': () => import('./tripSearch.test.ts'),
  'travel claims': () => import('./travelExpenses.test.ts'),
  conveyance: () => import('./conveyance.test.ts'),
  'the intake of the sales app': () => import('./intake.test.ts'),
  notifications: () => import('./notifications.test.ts'),
  pushes: () => import('./pushes.test.ts'),
  'the database of the build before': () => import('./database/before.test.ts'),
  'the mail of the morning': () => import('./digests.test.ts'),
  'what owners may do': () => import('./ownClaims.test.ts'),
  campaigns: () => import('./campaigns.test.ts'),
  'counts of campaigns': () => import('./campaignCounts.test.ts'),
});
