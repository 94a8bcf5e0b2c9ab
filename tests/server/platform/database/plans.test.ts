import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PRIMARY_EXPENSE_TYPE } from '#contract/enums.ts';
import { storedStatuses } from '#domain/status.ts';
import { openDatabase, type Database } from '#server/platform/database/open.ts';
import type { ClaimSearch } from '#server/modules/claims/repository/conditions.ts';
import { searchStatement } from '#server/modules/claims/repository/search.ts';
import { FILLED_WITHIN, planOf } from '#tests/support/plans.ts';
import { makeDataDirs, quietLog, type DataDirs } from '#tests/support/dataDir.ts';
import { employeeEmail, employeeId, fill, managerId, through } from '../../../../bench/server/fill.ts';

/**
 * How the database carries out each list, kept in `plans/`. It is asked with twenty thousand claims, which is enough to
 * make a full scan the wrong way, and few enough that its figures are exact: the same plans every time.
 */
const CLAIMS = 20_000;
const NOW = Date.parse('2026-07-15T12:00:00+05:30');
const LARGE = ['claims', 'claim_totals', 'claim_bills', 'files', 'file_owners', 'audit_log', 'idempotency', 'sessions'];

const own = { of: 'owner', ownerId: employeeId(3), approvedOnly: false } as const;
const queue = { of: 'manager', managerId: managerId(3) } as const;
const all = { of: 'approved' } as const;
const codes = (field: 'manager' | 'finance', ...wanted: string[]): string[] => storedStatuses(field, wanted);
const SEARCHES: Record<string, Partial<ClaimSearch> & Pick<ClaimSearch, 'scope'>> = {
  'own-list': { scope: own },
  'own-list-page-3': { scope: own, offset: 50 },
  'own-list-rejected': { scope: own, managerStatuses: codes('manager', '2') },
  'own-list-of-a-month': { scope: own, days: { from: '2026-06-01', to: '2026-06-30' } },
  'queue-pending': { scope: queue, managerStatuses: codes('manager', '1') },
  'queue-decided': { scope: queue, managerStatuses: codes('manager', '0', '2') },
  'queue-whole': { scope: queue },
  'queue-of-one-person': { scope: queue, emails: [[employeeEmail(60)]] },
  'finance-whole': { scope: all },
  'finance-pending': { scope: all, financeStatuses: codes('finance', '1') },
  'finance-settled': { scope: all, financeStatuses: codes('finance', '0', '2') },
  'finance-page-9': { scope: all, offset: 200 },
  'finance-of-one-person': { scope: all, codes: ['E77'] },
  'finance-by-employee-code': { scope: all, byEmployeeCode: true },
  'finance-as-it-opens': {
    scope: all,
    financeStatuses: codes('finance', '1'),
    managerDecided: { from: null, to: NOW - 5 * 86_400_000 },
  },
  'finance-approved-in-a-week': { scope: all, managerDecided: { from: NOW - 7 * 86_400_000, to: NOW } },
  'finance-settled-in-a-week': {
    scope: all,
    financeStatuses: codes('finance', '0'),
    managerDecided: { from: null, to: NOW },
    financeDecided: { from: NOW - 7 * 86_400_000, to: NOW },
  },
  'finance-of-a-day': {
    scope: all,
    managerDecided: { from: null, to: NOW },
    days: { from: '2026-07-09', to: '2026-07-09' },
  },
};

let dirs: DataDirs;
let database: Database;
beforeAll(async () => {
  dirs = await makeDataDirs();
  database = await openDatabase({ dataDir: dirs.fresh(), log: quietLog });
  await fill(through(database), CLAIMS, NOW);
  await sql`set plan_cache_mode = force_generic_plan`.execute(database.db);
}, FILLED_WITHIN);
afterAll(async () => {
  await database.close();
  dirs.remove();
});

describe('the plans of the lists', () => {
  it.each(Object.entries(SEARCHES))('LIST-3 %s is never found by reading everything', async (name, search) => {
    const plan = await planOf(
      database,
      searchStatement({
        kind: PRIMARY_EXPENSE_TYPE.local,
        withDuplicates: search.scope.of !== 'owner',
        withdrawnToo: search.scope.of === 'owner',
        byEmployeeCode: false,
        limit: 25,
        offset: 0,
        ...search,
      }),
    );
    for (const table of LARGE) expect(plan).not.toContain(`Seq Scan on ${table} `);
    await expect(plan).toMatchFileSnapshot(`plans/${name}.txt`);
  });

  it('show a full scan when there is one', async () => {
    expect(await planOf(database, sql`select * from claims c where remarks = 'x'`)).toContain('Seq Scan on claims ');
  });
});
