import { sql, type RawBuilder } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PRIMARY_EXPENSE_TYPE } from '#contract/enums.ts';
import { storedStatuses } from '#domain/status.ts';
import { openDatabase, type Database } from '#server/platform/database/open.ts';
import type { ClaimSearch } from '#server/modules/claims/repository/conditions.ts';
import { searchStatement } from '#server/modules/claims/repository/search.ts';
import { pageStatement } from '#server/modules/reports/repository/rows.ts';
import { claimSignalsStatement } from '#server/modules/claims/repository/claimSignals.ts';
import { claimsByExternalIdStatement } from '#server/modules/conveyance/repository.ts';
import { spendStatement } from '#server/modules/reports/repository/charts.ts';
import {
  claimsOfTripsStatement,
  foodStatement,
  travelTripStatement,
} from '#server/modules/travelExpenses/repository.ts';
import { waitingStatement } from '#server/modules/approvals/repository/waiting.ts';
import { makeDataDirs, quietLog, type DataDirs } from '#tests/support/dataDir.ts';
import { FILLED_WITHIN, planOf } from '#tests/support/plans.ts';
import { employeeEmail, employeeId, fill, fillTrips, managerId, through } from '../../../../bench/server/fill.ts';

/**
 * How the database carries out the lists of travel claims and conveyance, and what filing one asks: each kind has as
 * many claims as the statistics still look at one by one, so that the plans are the same every time.
 */
const EACH = 9_000;
const NOW = Date.parse('2026-07-15T12:00:00+05:30');
const LARGE = ['claims', 'claim_bills', 'files', 'trips', 'claim_totals', 'trip_totals'];
const { travel, conveyance } = PRIMARY_EXPENSE_TYPE;

const own = { of: 'owner', ownerId: employeeId(3), approvedOnly: false } as const;
const queue = { of: 'manager', managerId: managerId(3) } as const;
const all = { of: 'approved' } as const;
const listed = (kind: number, search: Partial<ClaimSearch> & Pick<ClaimSearch, 'scope'>): RawBuilder<unknown> =>
  searchStatement({
    kind,
    withDuplicates: search.scope.of !== 'owner',
    withdrawnToo: search.scope.of === 'owner',
    byEmployeeCode: false,
    limit: 25,
    offset: 0,
    ...search,
  });
const pending = storedStatuses('manager', ['1']);
const EVERY = storedStatuses('finance', ['0', '1', '2']);
/** A place in the middle of a report. */
const KEY = { created_at: NOW - 86_400_000, id: 'EXP' };

const ASKED: Record<string, RawBuilder<unknown>> = {
  'travel-own': listed(travel, { scope: own }),
  'travel-queue-pending': listed(travel, { scope: queue, managerStatuses: pending }),
  'travel-queue-food': listed(travel, { scope: queue, types: ['FOOD'] }),
  'travel-queue-of-one-person': listed(travel, { scope: queue, emails: [[employeeEmail(60)]] }),
  'travel-queue-of-a-month': listed(travel, {
    scope: queue,
    managerStatuses: pending,
    days: { from: '2026-06-01', to: '2026-06-30' },
  }),
  'travel-trips': travelTripStatement({ ownerId: employeeId(3), approvedOnly: false, limit: 25, offset: 0 }),
  'travel-trips-of-a-month': travelTripStatement({
    ownerId: employeeId(3),
    approvedOnly: false,
    managerStatuses: pending,
    days: { from: '2026-06-01', to: '2026-06-30' },
    limit: 25,
    offset: 25,
  }),
  'travel-trips-for-finance': travelTripStatement({ ownerId: employeeId(3), approvedOnly: true, limit: 25, offset: 0 }),
  'travel-claims-of-trips': claimsOfTripsStatement(['TRP1', 'TRP2', 'TRP3'], {
    approvedOnly: false,
    withdrawnToo: true,
  }),
  'travel-food-of-a-day': foodStatement(employeeId(3), '2026-06-01', null),
  'waiting-manager': waitingStatement({
    personId: managerId(3),
    managers: [managerId(3)],
    isFinance: false,
    isAdmin: false,
    kinds: undefined,
    limit: 25,
    offset: 0,
  }),
  'facts-of-a-page': claimSignalsStatement([
    {
      id: 'EXT1',
      kind: travel,
      owner_id: employeeId(3),
      type: 'FOOD',
      expense_date: '2026-06-01',
      manager_status: 'MANAGER_PENDING',
      details: {},
    },
  ]),
  'facts-of-conveyance': claimSignalsStatement([
    {
      id: 'EXC1',
      kind: conveyance,
      owner_id: employeeId(3),
      type: 'CAB',
      expense_date: '2026-06-01',
      manager_status: 'MANAGER_PENDING',
      details: { fromLocation: 'Hebbal', toLocation: 'Peenya' },
    },
  ]),
  'conveyance-own': listed(conveyance, { scope: own }),
  'conveyance-queue-pending': listed(conveyance, { scope: queue, managerStatuses: pending }),
  'conveyance-of-a-type': listed(conveyance, { scope: own, types: ['CAB', 'BUS'] }),
  'report-pending': pageStatement(
    { kinds: [travel], financeStatuses: storedStatuses('finance', ['1']), days: { from: '2026-06-01', to: null } },
    KEY,
    500,
  ),
  'report-of-one-person': pageStatement(
    { kinds: [travel], financeStatuses: EVERY, emails: [[employeeEmail(60)]] },
    KEY,
    500,
  ),
  'report-of-all-kinds': pageStatement({ kinds: [0, 1, 2], financeStatuses: EVERY }, KEY, 500),
  'team-spend': spendStatement(managerId(3), '2026-01-01', '2026-07-01'),
  'conveyance-taken': claimsByExternalIdStatement(['A', 'B', 'C']),
  'travel-finance-pending': listed(travel, { scope: all, financeStatuses: storedStatuses('finance', ['1']) }),
  'waiting-admin': waitingStatement({
    personId: managerId(3),
    managers: [],
    isFinance: false,
    isAdmin: true,
    kinds: undefined,
    limit: 25,
    offset: 25,
  }),
  'waiting-finance': waitingStatement({
    personId: managerId(3),
    managers: [],
    isFinance: true,
    isAdmin: false,
    kinds: undefined,
    limit: 25,
    offset: 0,
  }),
  'conveyance-finance-pending': listed(conveyance, { scope: all, financeStatuses: storedStatuses('finance', ['1']) }),
};

let dirs: DataDirs;
let database: Database;
beforeAll(async () => {
  dirs = await makeDataDirs();
  database = await openDatabase({ dataDir: dirs.fresh(), log: quietLog });
  await fill(through(database), EACH, NOW);
  await fillTrips(through(database), EACH, NOW);
  // The copies refer to what their originals do: looking each reference up again takes longer than all else here.
  await sql`alter table claims disable trigger all`.execute(database.db);
  await sql`alter table claims enable trigger claims_added`.execute(database.db);
  const copies = (changes: RawBuilder<unknown>, from: RawBuilder<unknown>) =>
    sql`insert into claims select (jsonb_populate_record(c, jsonb_build_object(${changes}))).* from ${from}`.execute(
      database.db,
    );
  await copies(
    sql`
      'id', 'CNV' || substr(c.id, 4), 'kind', ${conveyance}::int, 'type',
      (array['CAB', 'SELF_CAR', 'AUTO', 'BUS'])[1 + length(c.remarks) % 4], 'details',
      jsonb_build_object('externalId', c.id)`,
    sql`claims c where c.kind = 0`,
  );
  await copies(
    sql`
      'id', 'EXT' || substr(t.id, 4), 'kind', ${travel}::int, 'type', 'FOOD', 'trip_id', t.id, 'owner_id', t.owner_id,
      'manager_id', t.manager_id, 'expense_date', t.start_date`,
    sql`
      (select *, row_number() over (order by id) as n from trips) t
      join (select *, row_number() over (order by id) as n from claims where kind = 0) c0 on c0.n = t.n
      join claims c on c.id = c0.id`,
  );
  await sql`alter table claims enable trigger all`.execute(database.db);
  await sql`analyze`.execute(database.db);
  await sql`set plan_cache_mode = force_generic_plan`.execute(database.db);
}, FILLED_WITHIN);
afterAll(async () => {
  await database.close();
  dirs.remove();
});

describe('the plans of travel claims and conveyance', () => {
  it.each(Object.entries(ASKED))('LIST-3 %s is never found by reading everything', async (name, asked) => {
    const plan = await planOf(database, asked);
    for (const table of LARGE) expect(plan).not.toContain(`Seq Scan on ${table} `);
    await expect(plan).toMatchFileSnapshot(`plans/${name}.txt`);
  });
});
