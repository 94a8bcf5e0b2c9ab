import { afterAll, describe, expect, it } from 'vitest';
import { startPostgres } from '#tests/support/postgres.ts';
import { startServer } from '#tests/support/server.ts';

/** What depends on how the database locks, waits and compares is proved on a PostgreSQL server too: the same tests, many connections. */
const postgres = await startPostgres();
if (postgres) process.env['TEST_DATABASE_URL'] = postgres.url;

describe.skipIf(postgres === null)('on PostgreSQL', () => {
  afterAll(() => postgres?.stop());

  it('and on nothing else', async () => {
    const server = await startServer();
    expect(server.database.kind).toBe('postgres');
    await server.close();
  });

  describe('sign-in', async () => {
    await import('./signIn.test.ts');
  });
  describe('codes of sign-in', async () => {
    await import('./signInCodes.test.ts');
  });
  describe('companies from CSV', async () => {
    await import('./importCompanies.test.ts');
  });
  describe('report files of campaigns', async () => {
    await import('./campaignReports.test.ts');
  });
  describe('analytics of campaigns', async () => {
    await import('./campaignAnalytics.test.ts');
  });
  describe('reports of finance', async () => {
    await import('./reports/agree.test.ts');
  });
  describe('downloads of finance', async () => {
    await import('./reports/downloads.test.ts');
  });
  describe('pictures of finance', async () => {
    await import('./reports/pictures.test.ts');
  });
  describe('local expenses', async () => {
    await import('./localExpenses.test.ts');
  });
  describe('decisions', async () => {
    await import('./decisions.test.ts');
  });
  describe('two approvers', async () => {
    await import('./twoApprovers.test.ts');
  });
  describe('finance', async () => {
    await import('./finance.test.ts');
  });
  describe('two of finance', async () => {
    await import('./financeRaces.test.ts');
  });
  describe('batches of Tally', async () => {
    await import('./tally/batches.test.ts');
  });
  describe('sheets of finance', async () => {
    await import('./tally/sheets.test.ts');
  });
  describe('ledgers of Tally', async () => {
    await import('./tally/ledgers.test.ts');
  });
  describe('the summary of finance', async () => {
    await import('./financeSummary.test.ts');
  });
  describe('exactly once', async () => {
    await import('./exactlyOnce.test.ts');
  });
  describe('search', async () => {
    await import('./search.test.ts');
  });
  describe('trips', async () => {
    await import('./trips.test.ts');
  });
  describe('decisions of trips', async () => {
    await import('./tripDecisions.test.ts');
  });
  describe('search of trips', async () => {
    await import('./tripSearch.test.ts');
  });
  describe('travel claims', async () => {
    await import('./travelExpenses.test.ts');
  });
  describe('conveyance', async () => {
    await import('./conveyance.test.ts');
  });
  describe('the intake of the sales app', async () => {
    await import('./intake.test.ts');
  });
  describe('notifications', async () => {
    await import('./notifications.test.ts');
  });
  describe('pushes', async () => {
    await import('./pushes.test.ts');
  });
  describe('the mail of the morning', async () => {
    await import('./digests.test.ts');
  });
  describe('what owners may do', async () => {
    await import('./ownClaims.test.ts');
  });
  describe('campaigns', async () => {
    await import('./campaigns.test.ts');
  });
  describe('counts of campaigns', async () => {
    await import('./campaignCounts.test.ts');
  });
});
