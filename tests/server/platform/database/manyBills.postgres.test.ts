import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase, type Database } from '#server/platform/database/open.ts';
import { searchStatement } from '#server/modules/claims/repository/search.ts';
import { makeDataDirs, quietLog, type DataDirs } from '#tests/support/dataDir.ts';
import { rowsOfSteps, stepsOf } from '#tests/support/planRows.ts';
import { FILLED_WITHIN } from '#tests/support/plans.ts';
import { startPostgres, type TestPostgres } from '#tests/support/postgres.ts';
import { fillPostgres } from '../../../../bench/server/fill.ts';
import { SEARCHES } from '../../../../bench/server/databaseTimes.ts';

/**
 * So many that the planner takes it to be cheaper to read them in turn, until there are enough of what it looks for,
 * than to ask the index: of claims from before photos were read no two are of one paper, and there are never enough.
 */
const CLAIMS = 400_000;
const NOW = Date.parse('2026-07-15T12:00:00+05:30');
/** A page of 25, with its bills, files, people and other claims. */
const MOST_ROWS = 2_000;

let postgres: TestPostgres;
let dirs: DataDirs;
let database: Database;
beforeAll(async () => {
  postgres = await startPostgres();
  dirs = await makeDataDirs();
  database = await openDatabase({ dataDir: dirs.fresh(), databaseUrl: postgres.url, log: quietLog });
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  await fillPostgres(client, CLAIMS, NOW);
  await client.end();
}, FILLED_WITHIN);
afterAll(async () => {
  await database.close();
  dirs.remove();
  await postgres.stop();
});

describe('LIST-3 S3 DOC-23 among many claims', () => {
  it.each(Object.entries(SEARCHES))('%s reads the rows of a page and not those of all bills', async (_, search) => {
    const steps = await stepsOf(database.db, searchStatement(search(3)));
    const bills = steps.filter((step) => step['Relation Name'] === 'claim_bills');
    expect(bills.length).toBeGreaterThan(0);
    expect(rowsOfSteps(bills)).toBeLessThan(MOST_ROWS);
  });
});
