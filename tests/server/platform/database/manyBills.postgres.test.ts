import { sql, type RawBuilder } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAX_BILLS } from '#contract/limits.ts';
import { openDatabase, type Database } from '#server/platform/database/open.ts';
import { waitingStatement } from '#server/modules/approvals/repository/waiting.ts';
import { readColumns } from '#server/modules/claims/index.ts';
import { usedBillsStatement } from '#server/modules/claims/repository/sameBills.ts';
import { searchStatement } from '#server/modules/claims/repository/search.ts';
import { gstinOf } from '#tests/support/gstCodes.ts';
import { makeDataDirs, quietLog, type DataDirs } from '#tests/support/dataDir.ts';
import { rowsOfSteps, stepsOf } from '#tests/support/planRows.ts';
import { FILLED_WITHIN } from '#tests/support/plans.ts';
import { startPostgres, type TestPostgres } from '#tests/support/postgres.ts';
import { fillPostgres, managerId } from '../../../../bench/server/fill.ts';
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

const PAPER = { total: 1, day: '2026-07-08', groups: [1, 2, 3, 4, 5], times: [] };
/** What a form with as many bills as there can be asks, all of which may be anything (DOC-26). */
const FORM = Array.from({ length: MAX_BILLS }, (_, n) => ({
  file_hash: String(n).padStart(64, '0'),
  ...readColumns({
    reading: {
      total: 100 * n,
      day: '2026-07-08',
      gstin: gstinOf(n),
      billNumber: `A-${n}`,
      upiReference: '412345678901',
    },
    gst: null,
    paper: PAPER,
  }),
}));

/** The screens of who decides, what waits for a manager, and what a form asks. */
const ASKED: Record<string, RawBuilder<unknown>> = {
  ...Object.fromEntries(Object.entries(SEARCHES).map(([name, search]) => [name, searchStatement(search(3))])),
  'what waits for a manager': waitingStatement({
    personId: managerId(3),
    managers: [managerId(3)],
    isFinance: false,
    isAdmin: false,
    kinds: undefined,
    limit: 25,
    offset: 0,
  }),
  'the bills of a form': usedBillsStatement(FORM, { personId: managerId(3), except: [] }),
};

describe.each<[string, () => Promise<unknown>]>([
  ['of none of which a paper is known', () => Promise.resolve()],
  [
    // About ten bills to a key; of a page some have one.
    'of half of which one is',
    async () => {
      await sql`update claim_bills set paper = '{"groups": [1, 2, 3, 4, 5], "times": []}', paper_keys = array[
        'total ' || abs(hashtext(claim_id)) % 20000 || ', day 2026-07-08'] where hashtext(claim_id) % 2 = 0`.execute(
        database.db,
      );
      await sql`analyze claim_bills`.execute(database.db);
    },
  ],
  [
    'of half of which one is, as the planner sees fifty times as many',
    () =>
      sql`update pg_class set reltuples = reltuples * 50 where relname in ('claim_bills', 'claim_bills_paper')`.execute(
        database.db,
      ),
  ],
])('LIST-3 S3 DOC-23 among many bills, %s,', (_, change) => {
  beforeAll(change, FILLED_WITHIN);

  it.each(Object.entries(ASKED))('%s reads those of a page and not all', async (__, asked) => {
    const bills = (await stepsOf(database.db, asked)).filter((step) => step['Relation Name'] === 'claim_bills');
    expect(bills.length).toBeGreaterThan(0);
    expect(rowsOfSteps(bills)).toBeLessThan(MOST_ROWS);
  });
});
