import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storedStatuses } from '#domain/status.ts';
import { openDatabase, type Database } from '#server/platform/database/open.ts';
import { tripStatement, type TripSearch } from '#server/modules/trips/repository/search.ts';
import { makeDataDirs, quietLog, type DataDirs } from '#tests/support/dataDir.ts';
import { FILLED_WITHIN, planOf } from '#tests/support/plans.ts';
import { employeeEmail, employeeId, fill, fillTrips, managerId, through } from '../../../../bench/server/fill.ts';

/**
 * How the database carries out each list of trips, asked with twenty thousand of them: a full scan is then the wrong
 * way.
 */
const TRIPS = 20_000;
const NOW = Date.parse('2026-07-15T12:00:00+05:30');
const LARGE = ['trips', 'trip_tickets', 'trip_totals', 'files', 'claims'];

const own = { of: 'owner', ownerId: employeeId(3) } as const;
const queue = { of: 'manager', managerId: managerId(3) } as const;
const all = { of: 'all' } as const;
const pending = {
  managerStatuses: storedStatuses('manager', ['0']),
  adminStatuses: storedStatuses('admin', ['1']),
  cancellationStatuses: storedStatuses('cancellation', ['1', '3']),
};
const SEARCHES: Record<string, Partial<TripSearch> & Pick<TripSearch, 'scope'>> = {
  'trips-own': { scope: own },
  'trips-own-page-3': { scope: own, offset: 50 },
  'trips-own-of-a-month': { scope: own, days: { from: '2026-06-01', to: '2026-06-30' } },
  'trips-own-to-a-city': { scope: own, cities: ['pune'] },
  'trips-queue-pending': { scope: queue, managerStatuses: storedStatuses('manager', ['1']) },
  'trips-queue-whole': { scope: queue },
  'trips-queue-of-one-person': { scope: queue, emails: [[employeeEmail(60)]] },
  'trips-admin-pending': { scope: all, ...pending },
  'trips-admin-pending-of-two-days': { scope: all, ...pending, days: { from: '2026-06-01', to: '2026-06-02' } },
  'trips-admin-to-two-cities': { scope: all, cities: ['pune', 'kochi'] },
  'trips-admin-of-one-person': { scope: all, codes: ['E77'] },
  'trips-admin-whole': { scope: all },
  'trips-admin-page-9': { scope: all, offset: 200 },
};

let dirs: DataDirs;
let database: Database;
beforeAll(async () => {
  dirs = await makeDataDirs();
  database = await openDatabase({ dataDir: dirs.fresh(), log: quietLog });
  await fill(through(database), 5_000, NOW);
  await fillTrips(through(database), TRIPS, NOW);
  await sql`set plan_cache_mode = force_generic_plan`.execute(database.db);
}, FILLED_WITHIN);
afterAll(async () => {
  await database.close();
  dirs.remove();
});

describe('the plans of the lists of trips', () => {
  it.each(Object.entries(SEARCHES))('LIST-3 %s is never found by reading everything', async (name, search) => {
    const plan = await planOf(database, tripStatement({ byEmployeeCode: false, limit: 25, offset: 0, ...search }));
    for (const table of LARGE) expect(plan).not.toContain(`Seq Scan on ${table} `);
    await expect(plan).toMatchFileSnapshot(`plans/${name}.txt`);
  });

  it('show a full scan when there is one', async () =>
    expect(await planOf(database, sql`select * from trips t where remarks = 'x'`)).toContain('Seq Scan on trips '));
});
